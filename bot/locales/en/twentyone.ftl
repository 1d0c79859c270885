# 21: hands, what is awaited, what happened, how it ended.

bank-house = Bank
bank-player = Bank, { $name } with { $chips }
stake = { $chips }
seat-hand = { $name }, hand { $hand }
insured = insured
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
waiting-for = Waiting for { $names }
waiting-for-answers = Waiting for answers · { $names }
waiting-for-bank = { $name } plays for the bank
waiting-insurance =
    Insurance costs { $part ->
        [half] half
       *[other] { $part } of
    } your bet
    and pays { $pays } on a natural of the bank.

# --- what happened last ---

happened-hit = { $name } hits:
happened-stand = { $name } stands.
happened-double = { $name } doubles:
happened-split = { $name } splits:
happened-leave = { $name } leaves the round.
happened-peeked = The bank has no natural.
happened-insured = Insured: { $names }.
happened-uninsured = Nobody took insurance.

# --- how it ended: the rule that decided a hand. $pays is what was won to what was bet ---

result-seat = { $name } { $net }
result-hand = hand { $hand }
result-bank-house = Bank { $net }
result-bank-player = Bank, { $name } { $net }

ended-win = won
ended-push = bet back
ended-lose = lost
ended-win-points = { $total } beats { $bank }
ended-lose-points = { $total } loses to { $bank }
ended-push-equal = { $total } to { $bank }, bet back
ended-lose-tie-to-banker = { $total } to { $bank }, bank wins ties
ended-lose-bust = bust with { $total }
ended-win-banker-bust = { $total }, the bank is bust
ended-win-natural = natural, pays { $pays }
ended-lose-banker-natural = { $total } loses to a natural
ended-push-both-natural = natural to natural, bet back
ended-lose-both-natural = natural to natural, bank wins
ended-lose-original-bet = { $total } loses the first bet to a natural
ended-push-original-bet = first bet lost alone, this one is back
ended-win-charlie = five cards, pays { $pays }
ended-lose-banker-charlie = { $total } loses to five cards
ended-win-suited = 6-7-8 of one suit, pays { $pays }
ended-lose-left = left the round
ended-win-banker-left = bank left and pays the first bet
ended-push-banker-left = bank left, bet back
ended-push-insured = insured against a natural, bet back

beside-insurance-won = insurance { $net }, bank has a natural
beside-insurance-lost = insurance { $net }, bank has no natural
beside-pair-won = pair bet { $net }, a pair
beside-pair-lost = pair bet { $net }, no pair
beside-left-lost = left the round { $net }, the first bet at least

amount-plus = +{ $chips }
amount-minus = −{ $chips }
amount-zero = ±0

# --- your own hand ---

own-hand = Your hand
own-hand-numbered = Hand { $hand }
own-bank = Your bank
own-bet = bet { $chips }
own-premium = Insurance { $chips }
own-no-premium = No insurance
own-move = Your move.
own-or = { $one } or { $other }
own-costs = { $actions }: { $chips } more.
own-wait = Waiting for the others.
own-over = The round is over.
own-in-all = In all { $net }
own-bank-net = Your bank { $net }
own-voided = The round was voided; every bet went back.
own-table = Bank
short-hand = { $cards } · { $total }
short-hand-count =
    { $count ->
        [one] { $count } card · { $total }
       *[other] { $count } cards · { $total }
    }
