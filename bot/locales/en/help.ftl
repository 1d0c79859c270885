# /help

help-title = Croupier deals 21, five cards and cribbage for play chips: no money in, no money out.
help-start-private = Tables stand in groups and channels: type /join 50 there, then press Deal. Here you can say:
help-start-group = Press Join under the table, or type /join 50, then Deal. The rest is buttons.
help-line = /{ $command } – { $what }
help-bets = Bets read 50, 1k, half, all.
help-wallets = Your chips belong to this community. On another platform you start anew.
help-short = Press Join under the table, or type /join 50, then Deal. /help lists every command.
