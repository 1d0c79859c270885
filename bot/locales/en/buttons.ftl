# Labels of buttons: short, and told apart at a glance. No round brackets: the console marks
# buttons with them.

button-join = Join
button-less = −
button-more = +
button-bank = Bank
button-deal = Deal
button-leave = Leave
button-rules = Rules
button-pairs = Pair bet
button-balance = My chips

button-hand = My cards
button-hit = Hit
button-stand = Stand
button-double = Double
button-split = Split
button-insure = Insure
button-no-insurance = No
button-private = Cards in private

button-discard = Lay away
button-claim = Claim the match
button-calloff = Call it off

button-again = Again
button-change = Change bet

button-forgetme = Delete everything
