# /rules: a sentence for each dial that is in force, in the order of a round. Every sentence may use
# every dial by its name; { "" } says nothing.

rules-short =
    { $name }: { $decks ->
        [one] one deck
       *[other] { $decks } decks
    }, a natural pays { $natural_payout }, { $ties ->
        [banker] the bank wins ties
       *[push] ties give the bet back
    }, { $banker_draws ->
        [fixed] the bank draws below { $banker_stands_on }
        [free_from_17] the bank draws below { $banker_stands_on }, then as it likes
       *[free] the bank draws as it likes
    }. /rules tells all.

# Under the table while bets are open, with rule-natural_vs_banker_natural where that differs.
rule-card =
    A natural pays { $natural_payout }, { $ties ->
        [banker] the bank wins ties
       *[push] ties give the bet back
    }.

# --- what there is to choose, for who named something else ---

rules-unknown = “{ $rules }” is not played here.
game-what-21 = I deal 21: take cards to come closer to 21 than the bank, but not over it. Ways to play:
game-what-fivecard = I deal five cards: two friends or more for a pot, without a bank. Ways to play:
game-what-cribbage = I deal cribbage: two players, a board, the first to 121 points. The way to play:
rules-choice = { $rules } – { $name }: { $what }
rules-what-qq21 = friends bank in turn, your first card is yours alone to see
rules-what-hk_casino = against the house, all your cards open; one split, no doubling after it
rules-what-hk_banker = friends bank in turn and win ties; five cards or a suited 6-7-8 pay extra
rules-what-cn4deck = friends bank in turn with four decks; a natural pays 3:2
rules-what-vegas_s17 = against the house, cards open, up to four split hands; bank stands on soft 17
rules-what-vegas_h17 = as vegas_s17, a little harder: the bank draws on soft 17
rules-what-euro_enhc = against the house, which gets its second card after you have played
rules-what-hk_home5 = two friends and no bank: five cards at most, nearest to 21 takes the pot
rules-what-cribbage = a match of many deals for two; every point is counted and explained
rules-choose = /new qq21 opens a table by such rules, /rules qq21 tells them in full.

# --- the page ---

rules-table = Table:
rules-banker = Banker:
rules-cards = Cards:
rules-pairs = Pair bets:
rules-insurance = Insurance:
rules-bank_natural = The bank’s natural:
rules-choices = You:
rules-splitting = Splitting:
rules-bank = The bank’s cards:
rules-results = Results:
rules-leaving = Leaving:

rules-dials = The dials, as in /new { $game } { $rules } dial=value:
rules-changed = House rules: { $changes }
rules-changed-much = House rules: { $count } rules are changed. Rules tells them.

# --- the table ---

rule-decks =
    { $decks ->
        [one] One deck
       *[other] { $decks } decks
    } of 52 cards.
rule-shuffle =
    { $shuffle ->
       *[every_round] Shuffled before every round.
    }
rule-seats_max =
    { $seats_min } to { $seats_max } seats{ $banker ->
        [house] .
       *[other] , one of them the bank’s.
    }
rule-banker =
    { $banker ->
        [house] The house holds the bank.
        [player] A player holds the bank{ $banker_first ->
            [house] ; whoever wants it first presses Bank.
           *[first_seated] ; whoever sat down first is asked first.
        }
       *[player_or_house] The house holds the bank until a player takes it.
    }
rule-rotation =
    { $rotation ->
        [none] The bank stays with the player who holds it.
        [each_round] The bank passes on after each round, to the next who wants it.
        [every_n_rounds] The bank passes on after as many rounds as there are seats taken, to the next who wants it.
       *[on_full_payout] The bank passes on when every player has won, to the next who wants it.
    }
rule-rotation_direction =
    { $rotation_direction ->
        [cw] The bank moves clockwise.
       *[ccw] The bank moves counter-clockwise.
    }
rule-bank_cover =
    { $bank_cover ->
        [worst_case] A bet counts only while the bank could pay the worst that can come of it.
       *[unlimited] The house is good for every bet; a player’s bank must cover the worst that can come.
    }
rule-stake_step =
    { $stake_step ->
        [1] Bets may be any number of chips.
       *[other] Bets are multiples of { $stake_step }, so that every payout is in whole chips.
    }

# --- cards ---

rule-player_first_card =
    Your first card lies { $player_first_card ->
        [hidden] face down, for you alone to see
       *[open] face up
    }, your second { $player_second_card ->
        [hidden] face down
       *[open] face up
    }, later ones { $hit_cards ->
        [hidden] face down
       *[open] face up
    }.
rule-banker_first_card =
    { $hole_card ->
        [after_players] The bank has one open card; its second comes when the players are done.
       *[at_deal] The bank’s first card lies { $banker_first_card ->
            [hidden] face down
           *[open] face up
        }, its second { $banker_second_card ->
            [hidden] face down
           *[open] face up
        }.
    }

# --- insurance and the look at the hole card ---

rule-insurance =
    { $insurance ->
        [none] There is no insurance.
       *[ace] Against an open ace of the bank you may insure for { $insurance_amount ->
            [half] half
           *[other] { $insurance_amount } of
        } your bet{ $insurance_mode ->
            [refund_main] : if the bank has a natural, your bet comes back and the insurance is spent.
           *[side_bet] : if the bank has a natural, that pays { $insurance_payout }.
        }
    }
rule-peek =
    { $peek ->
        [ace] With an open ace the bank looks for a natural before you play; one ends the round.
        [ace_ten] With an open ace or ten the bank looks for a natural before you play; one ends the round.
       *[none] The bank does not look for a natural before you play.
    }
rule-no_peek_loses =
    { $no_peek_loses ->
        [original_bet] A natural found at the end takes your first bet alone, not what you doubled or split.
       *[all_bets] A natural found at the end takes doubled and split bets too.
    }

rule-pair_bet =
    { $pair_bet ->
        [none] There are no pair bets.
       *[players] Before the deal you may bet on a pair, in your own first two cards or another player’s: { $pair_match ->
            [value] two of equal points
            [rank_suit] two of one rank and suit
           *[rank] two of one rank
        } pay { $pair_payout }{ $pair_settled ->
            [at_deal] , at once where both lie open.
           *[at_showdown] , with the other hands.
        }
    }

# --- what you may do ---

rule-turns =
    { $turns ->
        [in_order] Players decide one after the other, then the bank.
       *[together] Players decide all at once, then the bank.
    }
rule-auto_stand_21 =
    { $auto_stand_21 ->
        [no] With 21 you may still take a card.
       *[yes] With 21 you take no more cards.
    }
rule-player_min_total =
    { $player_min_total ->
        [none] You may stand on any total.
       *[other]
            { $escape_player ->
                [initial_bet] You may not stand below { $player_min_total }.
               *[auto_stand] You may not stand below { $player_min_total }; who leaves draws up to it.
            }
    }
rule-max_cards =
    { $max_cards ->
        [none] A hand may have any number of cards.
       *[5] A hand ends with its fifth card.
    }
rule-double_on =
    { $double_on ->
        [none] There is no doubling.
        [first_two] You may double on your first two cards: one more card, and no other.
        [any_cards] You may double at any time: one more card, and no other.
        [total_11] You may double on 11 with your first two cards: one more card, and no other.
        [total_10_11] You may double on 10 or 11 with your first two cards: one more card, and no other.
       *[total_9_11] You may double on 9, 10 or 11 with your first two cards: one more card, and no other.
    }
rule-split_by =
    { $split_by ->
        [none] There is no splitting.
        [rank] Two first cards of one rank may be split, each hand with a bet of its own, up to { $max_split_hands } hands.
       *[value] Two first cards of equal points, as 10 and K, may be split, each hand with a bet of its own, up to { $max_split_hands } hands.
    }
rule-double_after_split =
    { $double_after_split ->
        [yes] Split hands may be doubled.
       *[no] Split hands may not be doubled.
    }
rule-split_aces_one_card =
    { $split_aces_one_card ->
        [yes] Split aces get one card each.
       *[no] Split aces play on like other hands.
    }
rule-resplit_aces =
    { $resplit_aces ->
        [yes] Aces may be split again.
       *[no] Aces are split once only.
    }
rule-split_natural_is_21 =
    { $split_natural_is_21 ->
        [yes] After a split, ace and ten are 21, not a natural.
       *[no] After a split, ace and ten are a natural too.
    }

# --- the bank's cards ---

rule-banker_draws =
    { $banker_draws ->
        [fixed] The bank draws below { $banker_stands_on } and stands from there.
        [free_from_17] The bank must draw below { $banker_stands_on } and may from there.
       *[free] A player who banks draws as they like; the house draws below { $banker_stands_on }.
    }
rule-banker_soft =
    { $banker_soft ->
        [hit_soft17] The bank draws on a soft 17 too.
        [choice] With a soft { $soft_choice } or more the bank may choose.
       *[stand] The bank stands on a soft { $banker_stands_on } too.
    }

# --- who wins ---

rule-ties =
    { $ties ->
        [banker] More points win even money, equal points go to the bank.
       *[push] More points win even money, equal points give the bet back.
    }
rule-natural_payout = An ace with a ten, J, Q or K in the first two cards is a natural; it pays { $natural_payout }.
rule-natural_vs_banker_natural =
    { $natural_vs_banker_natural ->
        [player] Natural against natural, the player wins.
        [banker] Natural against natural, the bank wins.
       *[push] Natural against natural, the bet comes back.
    }
rule-natural_settled =
    { $natural_settled ->
        [at_once] { $natural_vs_banker_natural ->
            [player] A natural is shown and paid at once.
           *[other] A natural is shown at once and decided with the other hands.
        }
       *[showdown] A natural is decided with the other hands.
    }
rule-banker_natural_beats_21 =
    { $banker_natural_beats_21 ->
        [yes] A natural of the bank beats every other 21.
       *[no] A natural of the bank is worth as much as any 21.
    }
rule-banker_natural_collects =
    { $banker_natural_collects ->
        [1] A natural of the bank takes your bet once.
       *[2] A natural of the bank takes twice your bet; the table holds that much from the start.
    }
rule-five_card_payout =
    { $five_card_payout ->
        [none] Five cards pay nothing extra.
       *[other] Five cards without a bust pay { $five_card_payout }.
    }
rule-banker_five_card_beats_points =
    { $banker_five_card_beats_points ->
        [yes] Five cards of the bank without a bust beat your points.
       *[no] Five cards of the bank count by their points.
    }
rule-suited_678_payout =
    { $suited_678_payout ->
        [none] 6, 7 and 8 of one suit pay nothing extra.
       *[other] 6, 7 and 8 of one suit pay { $suited_678_payout }.
    }
rule-bonus_after_split =
    What { $bonus ->
        [both] five cards and 6-7-8 pay
        [five] five cards pay
       *[suited] 6-7-8 of one suit pays
    } { $bonus_after_split ->
        [yes] counts after a split too.
       *[no] does not count after a split.
    }
rule-bonus_after_double =
    What { $bonus ->
        [both] five cards and 6-7-8 pay
        [five] five cards pay
       *[suited] 6-7-8 of one suit pays
    } { $bonus_after_double ->
        [yes] counts on doubled hands too.
       *[no] does not count on doubled hands.
    }

# --- leaving ---

rule-escape_player =
    { $escape_player ->
        [initial_bet] Who leaves in a round gives up the hands still played, at least the first bet.
       *[auto_stand] Who leaves in a round stands.
    }
rule-escape_banker =
    { $escape_banker ->
        [sum_of_initial_bets] A banker who leaves in a round pays every first bet.
       *[auto_play] For a banker who leaves in a round the house plays on.
    }
