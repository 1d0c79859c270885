# Five cards: the pot, how a round ended, the rules.

pot = Pot · { $chips }

# --- how it ended: the rule that decided a hand; $other is the hand that it is compared with ---

fivecard-win-points = { $total } beats { $other }
fivecard-lose-points = { $total } loses to { $other }
fivecard-win-others-out = { $total }, all others out
fivecard-push-all-bust = { $total }, all bust, stake back
fivecard-win-all-bust = { $total }, all bust, pot shared
fivecard-win-equal = tie on { $total }, pot shared
fivecard-push-equal = tie on { $total }, stake back
fivecard-tie = tie on { $total }

# What a tied hand drew, and what came of it.
drew-win-low-card = { $card } wins
drew-push-low-card = { $card }, stake back
drew-lose-low-card = { $card } loses
drew-push-equal = { $card }, stake back
drew-win-equal = { $card } shares the pot

# --- the rules: what is said otherwise than in other games ---

fivecard-rules-short =
    { $name }: no bank, everyone stakes the same. Nearest to 21 takes the pot, { $tie_break ->
        [none] ties share it
       *[draw_low] ties draw a card and the smaller wins
    }. /rules tells all.

fivecard-rule-card =
    Nearest to 21 takes the pot; { $tie_break ->
        [none] ties share it
       *[draw_low] ties draw a card
    }.

rules-pot = Pot:

fivecard-rule-seats_max = { $seats } players.
fivecard-rule-banker = There is no bank: everyone stakes the same, and the winner takes the pot.
fivecard-rule-stake_step =
    { $stake_step ->
        [1] Stakes may be any number of chips.
       *[other] Stakes are multiples of { $stake_step }.
    }
fivecard-rule-turns =
    { $turns ->
        [together] Players decide all at once.
       *[in_order] Players decide one after the other.
    }
fivecard-rule-rotation =
    { $rotation ->
        [none] Whoever sat down first moves first.
       *[each_round] The first move passes on after each round.
    }
fivecard-rule-rotation_direction =
    { $rotation_direction ->
        [cw] The first move passes on clockwise.
       *[ccw] The first move passes on counter-clockwise.
    }
fivecard-rule-double_bust =
    { $double_bust ->
        [draw] Over 21 you are bust. If all are, every stake comes back.
       *[first_loses] Over 21 you are bust and have lost. Who is left when all others are bust has won.
    }
fivecard-rule-tie_break =
    Nearest to 21 takes the pot. { $tie_break ->
        [none] Equal points share it.
       *[draw_low] Equal points draw one card each, and the smaller one takes it.
    }
fivecard-rule-tie_break_compare =
    { $tie_break_compare ->
        [points] Where equal points draw, an ace is the smallest, and 10, J, Q and K are equal.
       *[rank] Where equal points draw, an ace is the smallest and a king the largest.
    }
fivecard-rule-tie_break_equal = Equally small cards share the pot; between two that is a draw.
fivecard-rule-escape_player =
    { $escape_player ->
        [initial_bet] Who leaves before standing loses the stake.
       *[auto_stand] Who leaves in a round stands.
    }
