# What is kept of people, and how they are forgotten

privacy-kept = I keep your id and name here, your chips with every transfer, and the rounds you play: seeds, cards, bets, what was done. I keep no messages.
privacy-long = What a request was answered goes after { $answer_days } days, the rest stays until you or the host delete it. Backups of the host keep what they held.
privacy-where = All of it lies on the machine of whoever hosts me. The host answers for it, and for what players here do with points.
privacy-points = Chips are points without value. They cannot be bought, sold or cashed out.
privacy-forget = /forgetme deletes your chips, your name and your id. For { $days } days I keep a code made of your id, so that nobody gets the first chips twice.
privacy-short = I keep your id, name, chips and rounds on the host’s machine; chips have no value. /forgetme deletes what is yours. In private, /privacy says it in full.

forget-loses = This takes you off every table and deletes your chips everywhere, your name and your id. Nobody can undo it.
forget-rounds = A round that you are in ends first. Old rounds stay, without your name and id.
forget-returns = For { $days } days I keep a code made of your id. If you come back meanwhile, you get no first chips.
forget-confirm = If you want that, press the button or type /forgetme yes.
forget-short = That deletes your chips everywhere, your name and your id, and nobody can undo it. If you want that, type /forgetme yes.
