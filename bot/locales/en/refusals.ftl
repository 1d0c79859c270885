# Refusals, to the sender alone: what is wrong, and what to do instead.

# --- what cannot be read ---

refusal-unknown-command = There is no /{ $verb }. /help lists what you can say.
refusal-wrong-arguments = That is not how it is typed. Write /{ $verb } { $usage }.
refusal-only-in-group = That works where tables stand, in a group or channel. Type it there.
refusal-only-in-private = That works in private only. Write to me there.
refusal-only-admins = Only admins of this chat may do that. Ask one of them.
refusal-button-unreadable = That button is not one of mine. Use those under the newest table; /table shows it.
refusal-unknown-game = I know no game “{ $game }”. Choose one of: { $games }.
refusal-unknown-rules = I know no game and no rules “{ $rules }”. Choose one of: { $known }.
refusal-unknown-action = There is no “{ $action }” in this game. My cards shows what you can do.
refusal-card-unreadable = “{ $text }” is no card. Write rank and suit, as in As or 10h.
refusal-amount-unreadable = “{ $text }” is no number of chips. Write 50, 1k, half or all.
refusal-amount-too-large = Nobody has that many chips. Name a smaller number.
refusal-grant-too-large = One grant is at most { $maximum }. Name a smaller number.
refusal-wallet-full = No wallet is filled above { $maximum } chips. Ask again once it holds fewer.
refusal-amount-zero = That comes to no chips at all. Name a larger number.
refusal-bet-off-step = Bets here are multiples of { $step }, so that every payout is in whole chips. Round yours.
refusal-grant-unreadable = A grant is a number of chips, not “{ $text }”. Name one, as in 500 or 1k.
refusal-whom-a-bot = { $name } is a bot: it has no chips and no seat. Name a person.
refusal-whom = I do not know whom you mean. Mention the person, or give the number of the seat.

# --- the wrong moment ---

refusal-outdated = That button is from an earlier moment. Use those under the newest table; /table shows it.
refusal-one-at-a-time = Your last request is still being carried out. Wait for its answer, then ask again.
refusal-too-many-waiting = Too many requests wait at this table. Try again in a moment.
refusal-something-went-wrong = That went wrong on my side. /table shows how things stand; then ask again.
refusal-store-failing = I can write nothing down just now. My cards and /table show how things stand; try again in a moment.
refusal-chat-away = The chat is out of reach just now. Its table waits for it, and no time runs out: try again when it is back.
refusal-store-failing-new = I can write nothing down just now, so no table opens. Try again in a few minutes.
refusal-several-tables = You sit at several tables. Type it in the chat of the one you mean.
refusal-no-table-in-private = You sit at no table. Type /join in a group or channel first.
refusal-no-table = No table is open here. /join opens one.
refusal-table-open = Others are at the table already. /join sits down with them, /stop closes it for new rules.
refusal-table-full =
    { $unit ->
        [deal] Both seats are taken, from the first deal of a match to its last. Join when somebody has left; another chat has a table of its own.
       *[round] { $seats ->
            [one] The only seat is taken.
           *[other] All { $seats } seats are taken{ $bank ->
                [0] .
               *[1] , one of them the bank’s.
            }
        } Join when somebody has left.
    }
refusal-settings-after-round =
    Cards are out, and the menu opens after this { $unit ->
        [deal] match
       *[round] round
    }. What you type is kept till then, as in /settings ties=banker.
refusal-closes-after-round =
    The table closes after this { $unit ->
        [deal] match
       *[round] round
    }, so nothing is bet on the next. /join opens it again then.
refusal-round-running =
    Cards are out. Try again when the { $unit ->
        [deal] match
       *[round] round
    } is over.
refusal-no-round = No cards are out. /join bets, /deal deals.
refusal-not-in-match = This match is between two others. Join when one of them has left; another chat has a table of its own.
refusal-not-dealt-yet = You are in, and no cards are out yet. They come when somebody presses Deal.
refusal-leave-asked = That was one press, or two quick ones. Leave once more if you want to pay for it.
refusal-leave-match-asked = That was one press, or two quick ones. Leave once more if you want to give the match up.
refusal-not-in-round =
    { $unit ->
        [deal] You are not in this match. Join when a seat is free.
       *[round] You are not in this round. /join takes you into the next one.
    }
refusal-not-seated = You do not sit at this table. /join sits down.
refusal-not-seated-full = You do not sit at this table, and no seat is free. Join when somebody has left.
refusal-again-already = You play on with { $bet } already. Cards come when the others have pressed Again, or in a moment.
refusal-already-in-set =
    { $bet ->
        [0] You are in already, for nothing, as everyone here.
       *[other] You are in with { $bet } already, which is everyone’s stake here.
    } Press Deal when all are in.
refusal-already-in = You are in with { $bet } already. Change it with − and + or /bet.
refusal-dials-only-admins = Only admins may change single rules. Name a whole set, as in /new hk_casino.
refusal-only-seated-or-admins = Only who sits at the table, or an admin, may do that. Ask one of them.
refusal-void-needs-two = Alone against the house you cannot void a round; an admin who does not play can. Play on.
refusal-void-or-nothing = That is not how it is typed. To vote for calling this off, type /stop void.

refusal-too-many-seated =
    More sit here than the { $seats } seats of these rules. Raise seats_max, or wait until somebody has left.
refusal-limits-beyond = The largest bet in this house is { $maximum }. Set bet_max to at most that.
refusal-limits-cross = No bet would be left between { $minimum } and { $maximum }. Raise bet_max or lower bet_min.
refusal-step-too-large = By these rules bets go in steps of { $step }, and none may be above { $maximum } here. Take payouts with simpler fractions, a smaller bet_step or a larger bet_max.

# --- oneself ---

refusal-being-forgotten = All that is kept of you is about to be deleted. Wait until no cards of yours are out, then begin anew.
refusal-forget-yes-or-nothing = That is not how it is typed. Write /forgetme, or /forgetme yes to have everything deleted.

# --- dealing and the bank ---

refusal-no-bets = Nobody has bet. Press Join first.
refusal-too-few = It takes { $seats } at the table, the bank among them. Wait for another to join.
refusal-bank-wanted = Nobody holds the bank. Press Bank to take it.
refusal-bank-offered = Nobody holds the bank. { $name } is asked first; whoever wants it presses Bank.
refusal-no-player-bank = The house keeps the bank by these rules. Press Join to play against it.
refusal-no-bank = This game has no bank. Press Join to play.
refusal-no-bank-to-pass = You neither hold the bank nor wait for it. Press Bank to take it.
refusal-banker-bets-nothing = The bank bets on nothing. Give it up with /pass_bank first.
refusal-bank-how-much =
    With how much? Press Bank once more for all your { $all } chips, or type an amount, as in /bank { $typed }.
refusal-bank-wish-too-small = The bank must cover the bets: that takes { $need }, not { $bank }. Type /bank { $typed }.
refusal-bank-too-small = The bank must cover the bets: that takes { $need } and you bring { $have }. Wait for smaller bets, or try /daily.

# --- bets on a pair ---

refusal-pair-whom = On whose pair, and how much? Type /pair { $typed } for your own, /pair NAME { $typed } for another’s, or press in our private chat.
refusal-bet-on-nobody = They do not sit at this table. Bet on somebody who does.
refusal-bet-on-bank = The bank’s cards cannot be bet on. Name a player.
refusal-no-pair-bet = You have no such pair bet. /pair 10 bets 10 on your own cards.

# --- chips ---

refusal-bet-below-minimum = The smallest bet is { $minimum }. Bet at least that.
refusal-bet-above-maximum = The largest bet is { $maximum }. Bet at most that.
refusal-stake-is-set =
    { $stake ->
        [0] Everyone at this table plays for nothing
       *[other] Everyone at this table stakes { $stake }
    }. { $how ->
        [stays] Keep yours; who is in alone can change it while bets are open.
       *[join] Join with that; who is in alone can change it while bets are open.
    }
refusal-stake-beyond-chips =
    Everyone at this table stakes { $stake } and you have { $have }. { $how ->
        [change] Press Change bet and agree on less
        [ask] Ask who sits there to agree on less with Change bet
       *[less] Ask who is in to lower it with −
    }, or try /daily: it gives { $daily } once a day.
refusal-stakes-differ = Everyone stakes the same, { $stake } here. Bet that.
refusal-bet-not-covered =
    { $covered ->
        [0] The bank cannot cover another bet. Wait for the next bank, or take it yourself.
       *[other] The bank covers { $covered }, not { $bet }. { $how ->
            [pair] Bet at most { $covered }.
            [again] Type { $typed }, or press Change bet and then Join.
           *[bet] Type { $typed }.
        }
    }
refusal-bank-short = The bank holds { $covered }, too little for that. Play on without doubling or splitting.
refusal-short-of-chips =
    { $need ->
        [one] That takes { $need } more chip
       *[other] That takes { $need } more chips
    } and you have { $have ->
        [0] none
       *[other] { $have }
    }. Choose what costs nothing, or try /daily: it gives { $daily } once a day.
refusal-short-of-chips-held =
    The table holds twice what is bet: that takes { $need } more and you have { $have ->
        [0] none
       *[other] { $have }
    }. Choose what costs nothing, or try /daily, which gives { $daily }.
refusal-bet-beyond-chips =
    You have { $have } to bet, not { $bet }. { $how ->
        [pair] Bet at most { $most }.
        [again] Type { $typed }, or press Change bet and then Join.
       *[bet] Type { $typed }.
    } /daily gives { $daily } once a day.
refusal-bet-beyond-chips-held =
    For { $bet } the table holds { $need }, and you have { $have }. { $how ->
        [again] Type { $typed }, or press Change bet, then Join.
       *[bet] Type { $typed }.
    } /daily gives { $daily }.
refusal-too-few-chips =
    { $have ->
        [0] You have no chips
        [one] You have { $have } chip
       *[other] You have { $have } chips
    } and the smallest bet is { $minimum }. /refill fills you up to { $refill }, /daily gives { $daily } once a day.
refusal-too-few-chips-held =
    { $have ->
        [0] You have no chips
        [one] You have { $have } chip
       *[other] You have { $have } chips
    }, and for the smallest bet, { $minimum }, the table holds { $need }. /refill fills you up, /daily gives chips once a day.
refusal-bank-beyond-chips =
    You have { $have } for the bank, not { $need }. Bank at most { $have }. /daily gives { $daily } once a day.
refusal-chips-moved =
    Your chips were used elsewhere just now. { $have ->
        [0] You have none left.
        [one] You have { $have } chip left.
       *[other] You have { $have } chips left.
    } Try again with those.
refusal-daily-too-early = It is too early for the chips of the day. Come back in { $hours } h { $minutes } min.
refusal-refill-too-early = It is too early for a refill. Come back in { $hours } h { $minutes } min.
refusal-refill-not-needed =
    { $chips ->
        [one] You have { $chips } chip
       *[other] You have { $chips } chips
    }, enough for the smallest bet of { $minimum }. Join with them.
refusal-refill-too-small = A refill fills up to { $refill }, and you have no less. /daily gives { $daily } once a day; other chats may take smaller bets.
refusal-refill-while-staked =
    { $staked ->
        [one] { $staked } of your chips is still at the table. Play for it first.
       *[other] { $staked } of your chips are still at the table. Play for them first.
    }

# --- a round ---

refusal-not-your-turn = It is not your turn. The table shows who decides.
refusal-hand-finished =
    { $hands ->
        [one] Your hand is finished. Wait for the others.
       *[other] Your hands are finished. Wait for the others.
    }
refusal-only-stand = Your hand takes no more cards. Press Stand.
refusal-hit-not-allowed = This hand takes no more cards. My cards shows what it may do.
refusal-double-not-allowed = This hand may not be doubled now. My cards shows what it may do.
refusal-split-not-allowed = This hand may not be split. My cards shows what it may do.
refusal-stand-not-allowed = You may not stand below { $minimum }. Press Hit.
refusal-answer-insurance = First say whether you insure. Press Insure or No.
refusal-already-answered = Your answer about insurance stands. Wait for the others.
refusal-premium-beyond-chips = Insurance costs { $need }, more than you had, so your answer is no. My cards shows what you can do.
refusal-insurance-not-offered = No insurance is offered now. My cards shows what you can do.
refusal-house-keeps-to-its-rule = The house draws and stands by its rule alone. Read it with /rules.
refusal-banker-hits-or-stands = The bank can only hit or stand. Press one of the two.
refusal-bank-stays = The house does not leave the bank. Press Join to play against it.
refusal-already-leaving =
    You are leaving already. /join takes you into the next { $unit ->
        [deal] match
       *[round] round
    }.
refusal-already-left = You have left this round. /join takes you into the next one.
refusal-no-card-left = The deck has no card left. Call the round off with /stop void.
refusal-unknown-seat = There is no such seat. The table shows those there are.
refusal-bet-too-small = The smallest bet is { $least }. Bet at least that.
refusal-side-bet-not-offered =
    No pairs are bet on by these rules. { $unit ->
        [deal] The stake is all there is; play on for it.
       *[round] /bet changes the bet on your hand.
    }
refusal-too-few-players =
    { $least ->
        [one] It takes one player with a bet.
       *[other] It takes { $least } players with a bet.
    } Wait for another to join.
refusal-too-many-players = At most { $most } can play at once. Wait for the next round.

# --- cribbage ---

refusal-match-is-on = The stake of a match stays as it is until somebody has won. Play on, or give the match up with /leave.
refusal-no-match = No match is on. /join begins one.
refusal-next-deal-asked = You have asked for the next deal. It comes when the other has too, or within { $seconds } s.
refusal-nobody-is-absent = Nobody across from you has missed { $turns } turns in a row. Wait for the other player, or /leave.
refusal-already-discarded = You have laid your two cards away. Wait for the other player.
refusal-bet-below-nothing = A stake is 0 or more. Join with that.
refusal-card-gone = That card has left your hand. My cards shows what you hold.
refusal-card-twice = That is the same card twice. Name two different ones.
refusal-cards-wanted =
    { $cards ->
        [0] No card goes with that. Write /go alone.
        [one] That takes one card. Write it as in /play 7s.
       *[other] That takes two cards. Write them as in /crib 5h Jc.
    }
refusal-deck-odd = This deck does not hold every card once. Lay another.
refusal-discard-first = First both players lay two cards away. Press a pair of them, or wait for the other player.
refusal-match-decided = These scores are beyond the end of a match. Begin a new one with Deal.
refusal-no-go = Go is said for you when no card of yours fits. Play one that does; My cards shows which.
refusal-not-dealt = That card is not among yours. My cards shows what you hold.
refusal-not-discarding = The cards are laid away and the play is on. Press one card to play it.
refusal-over-thirty-one =
    The count is { $count }, and that card would pass 31. { $most ->
        [1] Play an ace.
       *[other] Play { $most } or lower.
    }
refusal-two-players = Cribbage is for two. Wait for another player, or for a seat.

# --- rules that an admin changes ---

refusal-rules-twice = You named { $rules } and { $other }. Name one of them.
refusal-rules-of-another = { $rules } is a set of { $game }. Name it alone, as in /new { $rules }.
refusal-rules-same = The table plays by just these already. Name others, or turn a dial.
refusal-dial-apart = A dial goes with its value in one word. Write { $dial }=VALUE without spaces.
refusal-dial-twice = You named { $dial } twice. Name it once.
refusal-unknown-dial = These rules have no “{ $dial }”. Name one of the nearest, { $near }, or choose under /settings.
refusal-dial-unreadable = I cannot read “{ $value }” for { $dial }. It may be { $may }.
refusal-dial-out-of-range = “{ $value }” is out of range for { $dial }. It may be { $may }.
refusal-dial-reserved = “{ $value }” is not played here for { $dial }. It may be { $may }.
refusal-too-few-seats =
    { $seats ->
        [one] One seat is
       *[other] { $seats } seats are
    } too few for these rules. Raise seats_max or lower seats_min.
refusal-deck-too-small =
    { $decks ->
        [one] One deck
       *[other] { $decks } decks
    } could run out with so many hands. Raise decks or lower seats_max.
refusal-insurance-needs-upcard = Insurance needs an open card of the bank. Open one, or set insurance=none.
refusal-peek-needs-upcard = Looking for a natural needs an open card of the bank. Open one, or set peek=none.
refusal-skunk-line-too-high = A skunk line lies within the { $target } points that win. Lower skunk_line, or set skunk_line=none.
refusal-double-skunk-line-too-high =
    The double skunk line lies below the skunk line{ $line ->
        [0] , and there is none. Set skunk_line first.
       *[other] of { $line }. Lower double_skunk_line, or set double_skunk_line=none.
    }
refusal-side-bet-favours-player = With these rules the { $bet } bet would favour the players. Lower what it pays.

# --- the console ---

refusal-stacked-too-often = The laid cards hold { $card } more often than { $packs ->
        [one] one deck does
       *[other] { $packs } decks do
    }. Lay others.

# --- a text that we forgot; a test keeps it unused ---

refusal-other = That is not possible now. /help lists what you can say.
