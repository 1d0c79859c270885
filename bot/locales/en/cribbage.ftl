# Cribbage: the table, what a card pegs, the show, how a match ended, your own hand, the rules.

# --- the table ---

cribbage-deals = deals (crib)
cribbage-dealt = dealt
cribbage-laid-away = laid away
cribbage-starter = Starter · { $card }
cribbage-count = Count { $count }
cribbage-cut = Cut for deal
cribbage-cut-again = Equal, cut again
cribbage-cut-lower = { $name } has the lower card and deals.
cribbage-loser-deals = { $name } lost the last match and deals.
cribbage-to-crib = Two cards of each go into { $name }’s crib.
cribbage-ready = wants the next deal

# --- what happened last; $gains are texts of pegged-… ---

cribbage-plays = { $name } plays { $card }, makes { $count }
cribbage-plays-itself = { $name }’s last card { $card } makes { $count }
cribbage-says-go = { $name } says go.
cribbage-go-point = No card fits any more: go { $points } for { $name }
cribbage-heels = Starter a jack, { $card }: his heels { $points } for { $name }

pegged-fifteen = fifteen { $points }
pegged-thirty-one = thirty-one { $points }
pegged-pair = pair { $points }
pegged-pair-royal = three alike { $points }
pegged-double-pair-royal = four alike { $points }
pegged-run = run { $points }
pegged-last = last card { $points }

# --- the show: $count combinations of $length cards each ---

cribbage-hand-of = { $name }’s hand
cribbage-crib-of = { $name }’s crib
cribbage-with-starter = { $cards } + { $starter }
cribbage-total =
    { $points ->
        [0] nothing
        [one] { $points } point
       *[other] { $points } points
    }
cribbage-nineteen = “Nineteen”, players say: no hand scores 19.
cribbage-item = { $points } · { $what }:

show-fifteen =
    { $count ->
        [one] fifteen
       *[other] { $count } fifteens
    }
show-pair =
    { $count ->
        [one] pair
       *[other] { $count } pairs
    }
show-pair-royal = three alike, three pairs
show-double-pair-royal = four alike, six pairs
show-run =
    { $count ->
        [one] run of { $length }
       *[other] { $count } runs of { $length }
    }
show-flush = flush of { $length }
show-nobs = his nobs, the jack of the starter’s suit

# --- how it ended ---

cribbage-up = { $score }, up { $up }
cribbage-next-dealer = { $name } deals next and has the crib
cribbage-next-deal = Press Deal to go on; leaving gives up the match.
cribbage-not-counted = That wins, so nothing more is counted.
cribbage-won-target = { $name } wins { $ours } to { $theirs }, { $ahead } ahead.
cribbage-won-skunk =
    { $name } wins { $ours } to { $theirs }, { $ahead } ahead: a skunk.
    { $loser } stayed below { $line }, so it counts as two games.
cribbage-won-double-skunk =
    { $name } wins { $ours } to { $theirs }, { $ahead } ahead: a double skunk.
    { $loser } stayed below { $line }, so it counts as three games.
cribbage-won-resigned = { $loser } is out of the match, so { $name } wins it.

# --- your own hand ---

cribbage-own-next = The deal is counted; the table shows every point.
cribbage-own-ended =
    { $won ->
        [yes] You have won, { $own } to { $theirs }{ $rule ->
            [resigned] : { $name } is out.
            [skunk] : a skunk.
            [double-skunk] : a double skunk.
           *[target] .
        }
       *[no] { $name } has won, { $theirs } to { $own }{ $rule ->
            [resigned] : you are out.
            [skunk] : a skunk.
            [double-skunk] : a double skunk.
           *[target] .
        }
    }
cribbage-own-played = Played
cribbage-own-crib = In your crib
cribbage-their-crib = In { $name }’s crib
cribbage-scores = You { $own } · { $name } { $theirs } · to { $target }
cribbage-lay-away-own = Lay two cards away, into your own crib.
cribbage-lay-away = Lay two cards away, into { $name }’s crib.
cribbage-wait = Waiting for { $name }.
cribbage-move-any = Your move: play any card.
cribbage-move =
    Your move, { $most } at most: { $cards } { $count ->
        [one] fits
       *[other] fit
    }.

# --- the rules ---

cribbage-rules-short =
    { $name } for two, first to { $target } wins. Lay two of six cards into the dealer’s crib, play up to 31, then count your hand with the starter. /rules tells all.

rules-match = Match:
rules-play = The play:
rules-show = The show:
rules-time = Time:

# Shown at the table while bets are open: the most that has to be known before a match.
cribbage-rule-card =
    The first to { $target } wins{ $skunk_line ->
        [none] .
       *[other] ; ending below { $skunk_line } is a skunk.
    }

cribbage-rule-players = Two players, one deck. Points are pegged as they are made.
cribbage-rule-target =
    The first to { $target } wins at once, { $target ->
        [61] once
       *[121] twice
    } round the board.
cribbage-rule-skunk_line =
    { $skunk_line ->
        [none] There are no skunk lines.
       *[other] Who loses below { $skunk_line } is skunked, which counts as two games{ $double_skunk_line ->
            [none] .
           *[other] ; below { $double_skunk_line } doubly so, as three.
        }
    }
cribbage-rule-stake = The stake is for the whole match and may be nothing. Who leaves the match loses it.
cribbage-rule-first_deal =
    { $first_deal ->
       *[cut_low] Each cuts a card; the lower one’s owner deals first, equal cards are cut again.
    } Then the deal alternates. After a match its loser deals first.
cribbage-rule-board =
    On the board ● is your score and ○ where it was before. A dot is { $target ->
        [61] three points
       *[121] five points, and | ends a street of thirty
    }{ $skunk_line ->
        [none] .
       *[other] ; S is the skunk line{ $double_skunk_line ->
            [none] .
           *[other] , D that of a double skunk.
        }
    }
cribbage-rule-crib = Each gets six cards and lays two away, face down, into the crib, which is the dealer’s. Then the starter is turned.
cribbage-rule-heels = A jack as starter, his heels, gives the dealer { $heels }.
cribbage-rule-play = The other player leads; you play one card each in turn and add up the count: an ace is 1, J, Q and K are 10. It may not pass 31.
cribbage-rule-go = Who cannot play says go, of itself, and the other plays on while that is possible. The last card before 31 gives 1, exactly 31 gives 2; then the count begins anew with who did not play it. The last card of all gives 1.
cribbage-rule-pegging = A count of 15 gives 2. The last cards of one rank give 2, 6 or 12 for two, three or four; the last cards in a row, in any order, give 1 each from three on.
cribbage-rule-show = Then hands are counted with the starter: first the other player’s, then the dealer’s, then the crib. Each fifteen gives 2, each pair 2, each run of three or more 1 a card, four cards of one suit 4, five 5, the jack of the starter’s suit, his nobs, 1.
cribbage-rule-crib_flush =
    { $crib_flush ->
       *[five_only] In the crib only five cards of one suit count as a flush.
    }
cribbage-rule-muggins =
    { $muggins ->
       *[off] I count every point, so nothing can be overlooked or claimed.
    }
cribbage-rule-turn_minutes =
    { $turn_minutes ->
        [none] A decision takes as long as at other tables.
       *[other] { $turn_hours ->
            [0] { $turn_minutes ->
                [one] A decision may take a minute.
               *[other] A decision may take { $turn_minutes } minutes.
            }
            [one] A decision may take an hour.
           *[other] A decision may take { $turn_hours } hours.
        }
    }
cribbage-rule-absent = When it is over, I lay away the last two cards or play the first that fits. Who lets it run out again and again gives the other the right to claim the match or call it off.
