# The menu of a table's rules. Labels show the present value and are pressed for the next.

settings-hint =
    Settings, for admins: press a rule to change it.
    It counts from the next deal.
settings-done = Done
settings-outdated = That menu is from an earlier moment. /settings opens it anew.
settings-rules = { $name }
settings-rules-now = ✓ { $name }

setting-bet_min = Bets from { $value }
setting-bet_max = Bets up to { $value }

setting-ties =
    { $value ->
        [banker] Ties: the bank
       *[push] Ties: bet back
    }
setting-natural_payout = Natural: { $value }
setting-turns =
    { $value ->
        [in_order] Turns: in order
       *[together] Turns: together
    }
setting-insurance =
    { $value ->
        [ace] Insurance: yes
       *[none] Insurance: no
    }
setting-double_on =
    { $value ->
        [first_two] Double: two cards
        [any_cards] Double: any cards
        [total_11] Double: on 11
        [total_10_11] Double: 10, 11
        [total_9_11] Double: 9 to 11
       *[none] Double: no
    }
setting-split_by =
    { $value ->
        [rank] Split: one rank
        [value] Split: equal points
       *[none] Split: no
    }
setting-five_card_payout =
    { $value ->
        [none] Five cards: no
       *[other] Five cards: { $value }
    }
setting-pair_bet =
    { $value ->
        [players] Pair bets: yes
       *[none] Pair bets: no
    }
setting-target = To { $value } points
setting-turn_minutes =
    { $value ->
        [none] Turns: as elsewhere
        [10] Turns: 10 min
        [60] Turns: 1 h
        [1440] Turns: 24 h
       *[other] Turns: { $value } min
    }
setting-seats_max = Seats: { $value }
