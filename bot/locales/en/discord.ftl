# What the Discord adapter says of itself; at most 100 characters where it describes an option

discord-added = I deal 21, five cards and cribbage here, for play chips. Type /join to open a table, or /new to choose.
discord-no-table-here = There can be no table in a channel of this kind. Ask again in a text channel or a thread.
discord-not-installed = I am not a member of this server, so I cannot deal here. Ask an admin to add me.
discord-may-not-write = I may not write in this channel, so I take no bets here. Ask an admin to allow me: { $rights }.
discord-right-view_channel = View Channel
discord-right-send_messages = Send Messages
discord-right-send_messages_in_threads = Send Messages in Threads
discord-right-embed_links = Embed Links

option-bet = Your bet: a number, 1k, half or all
option-chips = How many chips: a number, 1k, half or all
option-grant = How many chips: a number, as 500 or 1k
option-player = Who is meant
option-card = A card, as 5h, Jc or 10s
option-rules = By which rules
option-dials = Single rules, as turns=together bet_min=20; for admins
option-void = Vote to call the running round off instead
option-no = Say no to the insurance
option-yes = Yes, delete everything
