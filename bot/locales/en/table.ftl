# The table as the whole group sees it, whatever the game. Parts of a line are joined by dots.

rules-name-qq21 = QQ 21
rules-name-hk_casino = Hong Kong 21
rules-name-hk_banker = Hong Kong banker
rules-name-cn4deck = Four-deck 21
rules-name-vegas_s17 = Las Vegas S17
rules-name-vegas_h17 = Las Vegas H17
rules-name-euro_enhc = European 21
rules-name-hk_home5 = Hong Kong five
rules-name-cribbage = Cribbage

# $unit is what the game's players call that which is dealt once: round, or deal (of a match).
table-round =
    { $unit ->
        [deal] deal { $round }
       *[round] round { $round }
    }
table-lobby = bets are open
table-players = cards are out
table-insurance = insurance
table-banker = the bank’s turn
table-discard = laying away
table-play = the play
table-over = all cards are shown
table-settled = results
table-closed = closed

# --- lobby ---

lobby-nobody = Nobody has joined yet.
lobby-not-in = not in yet
lobby-chooses = { $bet }, not in yet
lobby-would-bank = would take the bank
lobby-sits-out = sits out
lobby-next =
    { $bet ->
        [0] next { $unit ->
            [deal] match
           *[round] round
        }, for fun
       *[other] next { $unit ->
            [deal] match
           *[round] round
        } { $bet }
    }
lobby-bank-house = Bank · the house
lobby-bank-player = Bank · { $name } with { $chips }
lobby-bank-unready = not in yet, press Bank or Deal
lobby-bank-offered =
    Bank · nobody yet, { $name } is asked first.
    Press Bank to take it.
lobby-bank-wanted =
    Bank · nobody yet, and without one no cards come.
    Whoever wants it presses Bank.
lobby-hint =
    Bets { $least } to { $most }.
    Join, set your bet with − and +, then Deal.
lobby-hint-step =
    Bets { $least } to { $most }, in steps of { $step }.
    Join, set your bet with − and +, then Deal.
lobby-hint-pot =
    Stakes { $least } to { $most }, the first names it.
    Join, set it with − and +, then Deal.
lobby-hint-pot-step =
    Stakes { $least } to { $most }, in steps of { $step }, the first names it.
    Join, set it with − and +, then Deal.
lobby-soon =
    Cards come within { $seconds } s to whoever is in.
    Join to be among them.
lobby-hint-stake = Everyone stakes { $stake }: Join, then Deal.
lobby-hint-match =
    The stake is for the whole match: { $least } to { $most }.
    The first names it; /join 0 plays for nothing.
    Join, set it with − and +, then Deal.
lobby-hint-stake-match =
    { $stake ->
        [0] The match is for nothing
       *[other] Each stakes { $stake } for the match
    }: Join, then Deal.

# --- a match ---

match-absent =
    { $absent } runs out of time again and again.
    { $other } may claim the match, or call it off.
    Called off, both stakes go back.

# $names are those who are waited for, with commas between them.
nudge = { $names }, it is your turn.

# --- bets on a pair, before the deal and after it ---

side-bet = Pair bet · { $name } on { $on } · { $chips }
side-bet-own = Pair bet · { $name } · { $chips }
side-bet-next = next round

settled-bank-player = Next bank · { $name } with { $chips }
settled-bank-player-by-again = Next bank · { $name } with { $chips }, by Again
settled-bank-house = Next bank · the house

yielded-to-house = { $name } did not press Again, so the house banks.
yielded-to-player = { $name } did not press Again, so { $banker } banks.

# A title counts the deals of a match; records know each by its round in the chat.
table-commitment =
    Commitment to the next deck{ $unit ->
        [deal] , number { $round }
       *[round] { "" }
    }:
    { $commitment }
table-closing = The table closes after this round.
table-closing-match = The table closes after this match.
# Rounds of any game, and matches: what was called off is not what is played now.
table-voids = Called off at this table so far: { $voids }.
settled-sits-out = Sits out until Again · { $names }
table-is-closed = The table is closed. /join opens it again.

# --- an older message of the same table ---

overtaken-round =
    { $unit ->
        [deal] Deal { $round }
       *[round] Round { $round }
    } goes on below.
overtaken-moved = The table has moved down.

# --- sentences to the chat ---

said-rules-gone = The rules of this table are no longer known, so it closed and every bet went back. /new opens another.
said-table-expired =
    Nobody dealt for too long, so the table closed.
    Bets that were not played came back.
said-undealt-no-bets =
    No cards come: nobody has bet.
    Bets are open; press Join to be in.
said-undealt-bank-away =
    No cards come: { $name } has the bank and was not ready.
    Bets are open; Deal deals to all who are in.
said-undealt-no-bank =
    No cards come: nobody holds the bank.
    Bets are open; whoever wants it presses Bank.
said-undealt-too-few =
    No cards come: too few are in.
    Bets are open; it takes { $least }, so press Join.
said-undealt =
    No cards come: the rules do not let me deal.
    Bets are open; Deal says what is missing.
said-stake-returned = { $name }, the new bank does not cover your bet, so it went back to you. Press Change bet for a smaller one.
said-rules-set =
    { $name } changed the rules of this table.
    They count from the next deal; /rules tells them.
said-rules-changed = The rules were changed before this deal: /rules tells them.
said-rules-set-later =
    { $name } changed the rules of this table.
    They count at the next bets.
said-rules-not-set =
    The rules stay as they were.
    More sit here than the new ones have seats for.
said-pair-unfit =
    { $name }, your pair bets went back to you.
    The rules have changed: bet anew if you like.
said-bank-unfit =
    { $name }, your bank of { $bank } went back to you.
    By the new rules no player holds one.
said-bet-unfit =
    { $name }, your bet went back to you.
    It does not fit the new rules. Join with another.
said-pair-returned =
    { $name }, your pair bet on { $on } went back to you.
    It needs both of you in the round.
said-own-pair-returned =
    { $name }, your pair bet went back to you.
    You are not in the round.
said-void-voted =
    { $name } wants to call this off.
    It is void if { $missing ->
        [one] one more says
       *[other] { $missing } more say
    } /stop void too.
said-match-voided = The match was called off and both stakes went back.
said-match-abandoned =
    Nobody took a turn { $turns } times in a row.
    The match is called off, both stakes went back.
said-match-claimed =
    { $absent } ran out of time { $turns } times in a row.
    { $name } claimed the match.
said-round-voided =
    Round { $round } was voided and every bet went back.
    Called off at this table so far: { $voids }.
bank-how-much =
    { $chat }: with how many chips do you take the bank? You have { $chips }.
    For another amount type it, as in /bank { $typed }.
bank-all = All { $chips }
bank-half = Half { $chips }
bank-quarter = A quarter { $chips }
pair-whom = { $chat }: on whose pair do you bet? It is for the next round only.
pair-on = { $name } { $chips }
pair-own = Mine { $chips }
pair-on-back = { $name } back
pair-own-back = Mine back
which-table-staked = { $chips } staked
held-for-bet = The table holds { $chips } of yours, for a natural of the bank takes twice the bet.
which-table = You sit at several tables. Which one do you mean?
see-my-cards = { $name }: see My cards.
named-answer = { $name }: { $answer }
