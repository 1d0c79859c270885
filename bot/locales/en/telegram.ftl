# What the Telegram adapter says of itself

telegram-welcome =
    I deal 21, five cards and cribbage in groups, for play chips. Add me to a group and type /join 50 there.
    Your own cards come to you here, and nobody else sees them. /help lists what I understand.
telegram-added = I deal 21, five cards and cribbage here, for play chips. Type /join 50 to open a table, or /new to choose.
telegram-outdated = I was away for a while and that is too old to carry out. Please ask again.
telegram-may-not-write = I may not write in this group, so I take no bets here. Ask an admin to let me send messages, then try again.
telegram-anonymous = Chips belong to a person. Turn “Remain anonymous” off for yourself, then ask again.
