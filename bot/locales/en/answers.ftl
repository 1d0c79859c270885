# Answers to who asked something that was carried out.

# --- the table ---

answer-table-opened =
    { $returned ->
        [0] The table is open.
       *[other] The table is open anew and { $returned } came back to you.
    } Press Join or type /join with a bet.
answer-settings = The settings are under the table. Press a rule to change it, then Done.
answer-settings-done = The settings are closed.
answer-rules-set-later =
    The rules change when this { $unit ->
        [deal] match
       *[round] round
    } is over.
answer-rules-came = The rules have changed, and bets are open. Press Join, or Rules to read them.
answer-rules-set = The rules are changed, from the next deal on.
answer-table-shown = There it is.
answer-joined =
    { $bet ->
        [0] You are in, for nothing.
       *[other] You are in with { $bet }.
    }
answer-joined-first = You are in with { $bet }. You sat down first, so the bank is offered to you: press Bank to take it.
answer-joined-next = You are in with { $bet } from the next round on.
answer-bet-changed =
    { $bet ->
        [0] You play for nothing.
       *[other] Your bet is { $bet }.
    }
answer-again =
    You play again { $bet ->
        [0] for nothing
       *[other] with { $bet }
    }. Cards come within { $seconds } s.
answer-again-bank = You bank the next round with { $bank }. Cards come within { $seconds } s, if anybody bets.
answer-bet-chosen =
    { $bet ->
        [0] You would play for nothing. Press Join to be in.
       *[other] Your bet would be { $bet }. Press Join to be in with it.
    }
answer-change-bet = Bets are open again.
answer-change-bet-soon = Bets are open again. Cards come within { $seconds } s; press Join to be in.
answer-bank-taken = You hold the bank with { $bank }.
answer-bank-wished = You get the bank when it passes to you. /pass_bank takes that back.
answer-bank-unwished = The bank will not come to you any more.
answer-bank-passes-later = You give up the bank after this round.
answer-bank-passed = You have given up the bank.
answer-pair-bet = You bet { $bet } that { $on } gets a pair in the next round. The same with 0 takes it back.
answer-pair-bet-own = You bet { $bet } that you get a pair in the next round. /pair 0 takes it back.
answer-pair-bet-back = Your pair bet went back to you.
answer-dealt = Cards are out.
answer-next-deal = The next deal comes when the other has pressed Deal too, or within { $seconds } s.
answer-claimed = The match is yours.
answer-called-off = The match is called off and both stakes went back.
answer-left =
    { $returned ->
        [0] You have left the table.
       *[other] You have left the table; your { $returned } came back.
    }
answer-leaving = You leave at no cost; what is left of your hand is played without you.
answer-leaving-forfeits = You leave the round and give up { $chips }, as these rules have it.
answer-leaving-costs = You leave the round, at the price that these rules set for it; /rules tells.
answer-leave-forfeits = Leaving the round gives { $chips } away. Leave again within { $seconds } s if you are sure.
answer-leave-costs = Leaving the round has its price, which /rules tells. Leave again within { $seconds } s if you are sure.
answer-leave-match =
    Leaving gives the match { $chips ->
        [0] away
       *[other] and your { $chips } away
    }. Leave again within { $seconds } s if you are sure.
answer-match-left = You have left the match, and the other player wins it.
answer-closing = The table closes after this round.
answer-closing-match = The table closes after this match.
answer-closed = The table is closed. Bets that were not played came back.
answer-voided =
    { $unit ->
        [deal] The match is called off and both stakes went back.
       *[round] The round is void and every bet went back.
    }
answer-void-voted =
    Your vote counts. { $missing ->
        [one] One more is
       *[other] { $missing } more are
    } needed to call this off.

# --- a round ---

answer-acted = Done.
answer-hand = Your cards
answer-hand-over =
    { $unit ->
        [deal] The deal is over; the table shows every point.
       *[round] The round is over; the table shows every card.
    }

# --- chips ---

answer-balance =
    { $chips ->
        [0] You have no chips.
        [one] You have { $chips } chip.
       *[other] You have { $chips } chips.
    }
answer-balance-staked =
    { $chips ->
        [0] You have no chips left and { $staked } at the table.
        [one] You have { $chips } chip and { $staked } at the table.
       *[other] You have { $chips } chips and { $staked } at the table.
    }
answer-daily =
    { $chips ->
        [one] { $chips } chip for today is yours.
       *[other] { $chips } chips for today are yours.
    }
answer-refill =
    { $chips ->
        [one] You have { $chips } chip again.
       *[other] You have { $chips } chips again.
    }
answer-granted =
    { $chips ->
        [one] { $name } got { $chips } chip.
       *[other] { $name } got { $chips } chips.
    }
answer-top = The most chips here
answer-top-line = { $place }. { $name } { $chips }
answer-top-empty = Nobody here has chips yet. /join gets you the first ones.

# --- oneself ---

answer-forgotten = Your chips, your name and your id are deleted. /join makes a new start, whenever you like.
answer-forgetting = You have left every table. As soon as no cards of yours are out, your chips, your name and your id are deleted.

# --- what nobody asked for; never shown, but kept with the request ---

answer-welcome = Welcome to the table.
answer-recovered = The table is back.
answer-too-few = Too few play on, so bets are open again.
