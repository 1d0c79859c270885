# 21: hands, what is awaited, what happened, how it ended.

bank-house = Bank
bank-player = Bank, { $name } with { $chips }
seat-hand = { $name }, hand { $hand }
insured = insured
paid-at-once = pays { $pays }, { $net }

# --- what is awaited ---

waiting-for-answers = Waiting for answers · { $names }
waiting-for-bank = { $name } plays for the bank
waiting-insurance =
    Insurance costs { $part ->
        [half] half
       *[other] { $part } of
    } your bet.
    { $mode ->
        [refund_main] On a natural of the bank the bet comes back.
       *[side_bet] On a natural of the bank it pays { $pays }.
    }

# --- what happened last ---

happened-peeked = The bank has no natural.
happened-insured = Insured: { $names }.
happened-pairs = Pair bets · { $nets }
happened-uninsured = Nobody took insurance.

# --- how it ended: the rule that decided a hand. $pays is what was won to what was bet ---

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
ended-win-banker-left = bank left and pays the first bet
ended-push-banker-left = bank left, bet back
ended-push-insured = insured against a natural, bet back

beside-insurance-won = insurance { $net }, bank has a natural
beside-insurance-spent = insurance { $net }
beside-insurance-lost = insurance { $net }, bank has no natural
beside-pair-won = pair bet on { $on } { $net }, a pair
beside-pair-lost = pair bet on { $on } { $net }, no pair
beside-left-lost = left the round { $net }, the first bet at least

# --- your own hand ---

own-bank = Your bank
own-premium = Insurance { $chips }
own-premium-too-dear = No insurance: it costs { $chips }, more than you had
own-no-premium = No insurance
own-in-all = In all { $net }
own-bank-net = Your bank { $net }
own-table = Bank
