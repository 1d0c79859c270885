# Hands of games of points: what they are, what happened, what is awaited, your own.

stake = { $chips }
stake-nothing = for fun
late = timed out

total-hard = { $total }
total-soft = soft { $total }

# What a hand is, for everyone: $total is one of the two texts above.
hand-playing = { $total }
hand-stood = { $total }, stands
hand-doubled = { $total }, doubled
hand-bust = { $total }, bust
hand-natural = natural
hand-twenty_one = 21
hand-charlie = { $total } with five cards
hand-suited = 6-7-8 of one suit
hand-left = { $total }, left

# The same while a card lies face down, so that there is no total.
hidden-playing = { "" }
hidden-stood = stands
hidden-doubled = doubled
hidden-left = left

# --- what is awaited; $seconds is the whole time for it ---

seconds = { $seconds } s
minutes = { $minutes } min
hours = { $hours } h
waiting-for = Waiting for { $names }

# --- what happened last ---

happened-hit = { $name } hits{ $drawn ->
        [0] .
       *[other] :
    }
happened-stand = { $name } stands.
happened-double = { $name } doubles{ $drawn ->
        [0] .
       *[other] :
    }
happened-split = { $name } splits{ $drawn ->
        [0] .
       *[other] :
    }
happened-leave = { $name } leaves the round.

# --- how it ended ---

result-seat = { $name } { $net }
result-doubled = doubled
ended-lose-bust = bust with { $total }
ended-lose-left = left the round

amount-plus = +{ $chips }
amount-minus = −{ $chips }
amount-zero = ±0

# --- your own hand ---

own-hand = Your hand
own-hand-numbered = Hand { $hand }
own-bet = bet { $chips }
own-move = Your move.
own-21-hard = One more card would bust this 21.
own-21-soft = The ace may count 1: one more card cannot bust this 21.
own-21-five = The ace may count 1: a fifth card cannot bust this 21, and five cards pay { $pays }.
own-or = { $one } or { $other }
own-costs = { $actions }: { $chips } more.
own-costs-held = { $actions }: { $chips } more, for which the table holds { $held }.
own-wait = Waiting for the others.
own-over =
    { $unit ->
        [deal] The deal is over.
       *[round] The round is over.
    }
own-voided =
    { $unit ->
        [deal] The match was called off; both stakes went back.
       *[round] The round was voided; every bet went back.
    }
short-hand = { $cards } · { $total }
short-hand-count =
    { $count ->
        [one] { $count } card · { $total }
       *[other] { $count } cards · { $total }
    }
