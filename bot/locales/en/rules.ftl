# /rules: one sentence a dial, in the order of a round. A sentence that is { "" } is not shown.

rules-short =
    { $name }: { $decks ->
        [one] one deck
       *[other] { $decks } decks
    }, a natural pays { $natural_payout }, { $banker_draws ->
        [free] the bank draws as it likes
       *[other] the bank draws below { $banker_stands_on }
    }. /rules tells all.

rule-decks =
    { $decks ->
        [one] One deck
       *[other] { $decks } decks
    } of 52 cards, shuffled before every round.
rule-seats_min = { "" }
rule-seats_max = { $seats_min } to { $seats_max } at the table.
rule-banker = { "" }
rule-turns = { "" }
rule-rotation = { "" }
rule-player_first_card = { "" }
rule-banker_draws = { "" }
rule-banker_stands_on = { "" }
rule-natural_payout = A natural pays { $natural_payout }.
rule-bank_cover = { "" }
rule-bet_step = { "" }
