"""What the bot has to be right about: situations on a platform, and what went wrong elsewhere.

Each has a sentence of what happens here. A test says which of them it holds by
``@pytest.mark.row(7)`` or ``@pytest.mark.report("G2")``.
"""

from collections.abc import Mapping
from enum import StrEnum

DISCORD_IS_SERVED = False
"""Once there is an adapter for Discord, its situations need their tests like all others."""


CRIBBAGE_IS_DEALT = True
"""Once there is cribbage, what went wrong with it elsewhere needs its tests like all the rest."""


class Part(StrEnum):
    """Where a situation arises."""

    TELEGRAM = "Telegram"
    DISCORD = "Discord"
    PROCESS = "Process, money and time"


STRUCK = frozenset({58, 59, 60})
"""Rows that cannot arise: cards are never shown in a group by messages for one person."""

PARTS: Mapping[Part, range] = {
    Part.TELEGRAM: range(1, 62),
    Part.DISCORD: range(62, 92),
    Part.PROCESS: range(92, 106),
}

ROWS: Mapping[int, str] = {
    # --- Telegram: privacy and identity ---
    1: "Who never started the bot sits down, sees My cards and is offered a link.",
    2: "Who blocks the bot in mid-round is tried once and plays on by My cards.",
    3: "A link under the table leads to one's own cards.",
    4: "A link that is stale, foreign or junk is met with a welcome and shows no table.",
    5: "A link that was passed on shows whoever follows it their own cards alone.",
    6: "My cards of somebody without any shows none.",
    7: "Cards of the longest hand fit the pop-up, in every language.",
    8: "No button carries more than 64 bytes.",
    9: "A forged press is refused and changes nothing.",
    10: "No card is in anything that a group gets before the table shows it.",
    11: "An anonymous admin is told why there is no seat.",
    12: "What is said as a channel is not answered.",
    13: "What another bot says is not answered.",
    14: "Hostile names break neither markup nor layout.",
    15: "Two of one name are told apart by numbers.",
    16: "A new name is known from the next thing that its owner does.",
    17: "Without a language that we have it is the last one told, else English.",
    18: "Anybody can read what is kept of them, and have it deleted.",
    # --- Telegram: chats ---
    19: "A group that is upgraded in mid-round plays on under its new id.",
    20: "An upgrade that only a refused call tells of is followed once.",
    21: "An upgrade that is told in several ways is one upgrade.",
    22: "Put out of a group, it gives every stake back and is silent.",
    23: "Added again, it greets once and shows no old table.",
    24: "Where it may not write any more, the table closes, bets go back, presses are answered.",
    25: "Channels are left in peace.",
    26: "What belongs to a topic stays in it, and the General topic is named by no number.",
    27: "A closed topic gets no more calls, a deleted one's table goes on in the chat.",
    28: "Each topic has a table of its own, and all share their chips.",
    29: "A table that somebody deleted is posted anew, once.",
    30: "A press on an old table is refused and takes its buttons off.",
    31: "A press on a message that is gone goes by what the button carries.",
    32: "Who cannot be known to be an admin is none; that is asked once in five minutes.",
    # --- Telegram: commands and updates ---
    33: "A command is ours if it names us or nobody, in capitals too.",
    34: "An edited message is no command.",
    35: "A caption is no command, nor are words in the middle of a text.",
    36: "An update that comes twice counts once.",
    37: "A double tap is one act with one answer.",
    38: "An update with a lower number than the last one counts.",
    39: "Kinds of updates that nobody knows are ignored.",
    40: "What waited too long is answered as outdated, without a burst of messages.",
    41: "A round outlives a bot that was killed in its middle.",
    42: "Two that listen with one token do not fight; it is logged once a minute.",
    43: "A webhook that was left is deleted and logged.",
    44: "A stray refusal of a poll is survived.",
    45: "A poll that hangs is given up, and listening begins anew.",
    46: "Every poll names the kinds of updates that are wanted.",
    47: "Menus are set in each scope and language, and only when they have changed.",
    # --- Telegram: sending ---
    48: "A flooded group waits alone.",
    49: "Two hundred presses make at most 18 calls a minute, and the last state is shown.",
    50: "An edit that changes nothing is as good as done.",
    51: "A post of unknown fate leaves at most one orphan, whose first press finds it.",
    52: "A fault of the server is retried a few times, a refusal never.",
    53: "The largest table fits a message; what would not is left out line by line.",
    54: "What Telegram cannot read goes out plainly.",
    55: "Nothing is sent as a reply, so no reply can lose what it answers.",
    56: "An answer that comes too late is let go; what was asked is done.",
    57: "Every press has exactly one answer, whatever fails.",
    58: "A message in a group that only one person sees.",
    59: "The same, on a server that does not know such messages.",
    60: "The same, for somebody who never pressed a button.",
    61: "Where room is scarce, the table goes before everything that can wait.",
    # --- Discord ---
    62: "A slow request is acknowledged within a second and carried out after.",
    63: "An interaction that is too old is logged in one line, and what was asked is done.",
    64: "No interaction is acknowledged twice.",
    65: "A token older than fifteen minutes is not used.",
    66: "My cards is for the presser alone from the first response on.",
    67: "A peek of somebody without cards is refused to them alone.",
    68: "After a restart every button works.",
    69: "A button that cannot be read is answered as outdated.",
    70: "A table that somebody deleted is posted anew, once.",
    71: "A table older than 45 minutes is posted anew.",
    72: "Rights are looked at before the game; lost ones pause it without a loop.",
    73: "Who takes no private messages plays by panels, and is tried at the next match.",
    74: "A name that a filter blocks is replaced.",
    75: "A name pings nobody.",
    76: "A thread that was archived is opened by a post, or the table pauses.",
    77: "Kinds of channels without a conversation are refused.",
    78: "In private there are only commands that work there.",
    79: "Where only a person installed the bot, it says so.",
    80: "Commands are synchronised only when they have changed.",
    81: "Names and descriptions of commands fit their limits, in every language.",
    82: "A lost connection costs no table.",
    83: "A refused token or intent ends this adapter with a sentence, and not the program.",
    84: "A platform that is away at the start is waited for, ever longer.",
    85: "A flooded channel gets the last state in few edits.",
    86: "A fault of the server is retried.",
    87: "An outage freezes a table; being put out gives every stake back.",
    88: "A deleted channel gives every stake back.",
    89: "Without pictures cards are text.",
    90: "A fault is told its asker in a sentence and logged without words or cards.",
    91: "Time runs out for who may not speak any more.",
    # --- process, money and time ---
    92: "A dead adapter leaves the others serving, and health says so.",
    93: "It comes down in under five seconds, and a round goes on after the next start.",
    94: "Killed at any step of a commit, no chip is lost or made.",
    95: "Time that ran out while the bot was away gets one grace, then the automatic act.",
    96: "Timers do not heed the clock on the wall.",
    97: "Of two who want the last seat at one moment one gets it, and the other is told.",
    98: "Whatever is written as a bet is read, or refused with the reason.",
    99: "The chips of the day come once in 24 hours, wherever and however often one asks.",
    100: "One human on two platforms has two wallets, and /help says so.",
    101: "A lobby that nobody deals expires: stakes come back, its message loses its buttons.",
    102: "With a database that is full or locked no round begins, and health says so.",
    103: "Neither token nor card nor what people say is ever logged.",
    104: "Backups during play are each whole.",
    105: "With no token the console opens; with one, its platform alone.",
}

REPORTS: Mapping[str, str] = {
    # --- hand totals ---
    "A1": "Two aces and a ten are a hard 12, and the hand is still played.",
    "A2": "Of any number of aces one counts eleven while that fits, the others one.",
    "A4": "Aces count the same in whatever order the cards came.",
    "A5": "An ace that would bust the hand counts one.",
    "A6": "A total reads alike for player and bank.",
    "A7": "Of all totals that a hand can have, the best one that is no bust counts.",
    "A8": "Three aces and a six are a soft 19, which beats 17.",
    "A9": "No single card busts two aces.",
    "A10": "A hand with two aces that passes 21 goes on with what it is worth then.",
    "A11": "A jack, a three and an ace are 14.",
    "A12": "A soft total is called soft, so that a smaller one after it is no surprise.",
    "A15": "The bank draws on 15.",
    "A16": "No bank draws on 21, by no rules, five cards or not.",
    "A17": "The house draws below 17 and stands from there, whatever two cards it was dealt.",
    "A18": "The bank draws on soft 17 where the option says so, and hands keep their numbers.",
    "A19": "An ace never busts a hand, a player's or the bank's.",
    # --- naturals, ties, payouts ---
    "B1": "The table says who takes a tie before anyone bets, and the result says it again.",
    "B4": "A doubled tie gives both bets back.",
    "B5": "Natural against natural ends by a rule that is told before the bets and in the result.",
    "B6": "Two naturals give the bet back; doubling after a split takes one more bet.",
    "B8": "Three cards that make 21 take no more, lose to a natural and tie another 21.",
    "B9": "A natural beats three cards that make 21, on either side.",
    "B10": "A tie returns the bet, and a win pays all of it.",
    "B12": "Every amount in a result is what the ledger moved.",
    "B13": "The balance after a round is the one after it.",
    "B14": "A lost bet is taken once, and a tied one comes back.",
    "B15": "That the bank wins ties is on the table while bets are open.",
    "B20": "Five cards pay what the rule says, in whole chips.",
    "B21": "Who is told to have won has the chips.",
    # --- splits, doubles, insurance, surrender ---
    "C2": "Both hands of a split get their card, and each is settled alone.",
    "C3": "An ace and a ten after a split are a plain 21.",
    "C4": "A split hand has its second card before anyone can double it.",
    "C5": "When both hands of a split are bust the round is over, and the bank draws nothing.",
    "C6": "Who cannot pay for a double, a split or insurance is refused it and plays on.",
    "C7": "What a bet grows by comes from the wallet that bet.",
    "C8": "Splitting and doubling have words and buttons of their own.",
    "C9": "What breaks while a bet grows costs nothing, and is done once.",
    "C10": "A natural that is insured wins the bet either way.",
    "C11": "While insurance is asked every other act is answered with what to do; silence is No.",
    "C12": "Bets that could not be insured in whole chips are refused with the reason.",
    "C15": "Split aces stand where the rules say so; nobody can surrender, and that is said.",
    "C16": "After a split both second cards come at once, the first hand's first.",
    # --- chips ---
    "D2": "What is staked cannot be spent again, whatever is asked for meanwhile.",
    "D3": "What is staked cannot be got out of reach in mid-hand, so that a loss is paid.",
    "D5": "However often a bet is pressed or typed, one is staked.",
    "D7": "A round is settled once, however many acts would end it at one moment.",
    "D8": "Chips that move to and fro at one moment are neither lost nor spent twice.",
    "D9": "What is accepted twice at one moment counts once.",
    "D10": "What an account cannot take its giver keeps.",
    "D11": "Who has all the chips that can be is told so, plays on and may ask again.",
    "D12": "Amounts of any length are read, or refused with the reason.",
    "D13": "No stake is so large that what it could win would not fit the books.",
    "D16": "Nothing and less than nothing are no bets.",
    "D17": "More than one has is no bet, nor is all of nothing.",
    "D18": "Nobody's chips go to a bot, or to somebody who cannot be told.",
    "D19": "A bet is taken whole out of the one wallet of its community, or refused.",
    "D20": "How long the chips of the day are waited for outlives a restart.",
    "D21": "What is left to wait is rounded up, never down to nothing.",
    "D23": "A bet whose round never begins comes back.",
    "D24": "A bet in the instant of the deal plays this round or the next, or has come back.",
    "D25": "Nobody gives chips to another, so a second account earns its owner nothing.",
    "D27": "Who asks in private for the richest is answered.",
    # --- banks of players ---
    "E2": "Chips in one bank cannot be in another, though both are opened at one moment.",
    "E3": "A bank takes the bets that it could pay at their best, and says how much that is.",
    "E4": "Cards come in the order of the deck whoever banks; what a bank wins is its banker's.",
    "E5": "A banker who leaves or sleeps leaves a lobby, or a round that is settled.",
    # --- the life of a table ---
    "F1": "A table ends though whoever opened it has gone: others can, and so does the clock.",
    "F2": "Naturals at any seats hold nobody up.",
    "F3": "A round that is over when it is dealt is settled at once, and the next may begin.",
    "F4": "Only who sits there, or an admin, can deal, and only where somebody has bet.",
    "F5": "Stopping and standing cannot be taken for each other.",
    "F6": "Every tap is answered, and every refusal says why and what to do.",
    "F7": "However many deal at one moment, cards are dealt once.",
    "F8": "A table that has ended takes bets again at once.",
    "F11": "Who leaves when it is their turn is waited for no more.",
    "F12": "A table that everybody has left closes.",
    "F13": "Who opened a table or holds its bank may leave; it goes on for the others.",
    "F15": "Who is out of the round is asked no more.",
    "F16": "Seconds are seconds: nothing happens early, and all of it in time.",
    "F17": "Joining and leaving keep no lobby open.",
    "F19": "Who joins in mid-round plays in the next, and is told so.",
    "F20": "Who joins in the instant of the deal is in, or in the next round, and told which.",
    "F21": "In every round everybody is dealt two cards, also in the two hundredth.",
    "F23": "A turn that nobody can take ends by the clock, over failures and restarts.",
    "F25": "No table is opened over one at which others sit or play.",
    "F26": "What is asked at one moment is done one after the other.",
    "F28": "A lobby that everybody has abandoned expires.",
    # --- private cards ---
    "G2": "Cards in private say of which chat and which round they are.",
    "G4": "A private message that fails holds nothing up.",
    "G5": "A link to the table both welcomes and shows the cards, however often it is followed.",
    "G6": "What cannot be sent to a group is sent to nobody else.",
    "G9": "Who is no admin any more cannot use what admins may.",
    "G10": "Own cards come in private, and whoever asks sees them.",
    # --- the platform ---
    "H1": "An upgraded group keeps its table, rules and chips.",
    "H3": "An upgrade of which no update ever tells is learnt from the error.",
    "H4": "A thread that is no topic is not written to.",
    "H6": "Where the topic is no more, but the chat is, the table goes on in the chat.",
    "H7": "A topic that cannot be reached in mid-round costs nobody a chip.",
    "H8": "What is asked in a topic is answered in that topic.",
    "H11": "Every press is answered, refused ones and failed ones too.",
    "H12": "A flood is waited out as long as it says, and what waits is merged, in order.",
    "H15": "Where rights are missing, somebody is told before chips are staked.",
    "H17": "No press is answered twice, also when something fails after the answer.",
    "H20": "A table that time has ended looks ended, and its buttons are gone.",
    "H21": "Of the same act asked twice at one moment one counts.",
    "H23": "The longest hand is shown, cut by design where there is no room.",
    "H24": "A press is acknowledged at once, although the table has to wait.",
    "H25": "After a restart an old button acts, or says that its round is over.",
    # --- seen in the code of other programs ---
    "X3": "A natural beats three sevens, a full table is dealt, a round ends where all can see it.",
    "X4": "Ties go by the rules, nobody sits twice, no failure and no restart takes a stake.",
    "X5": "A bank draws by its rules, every round has its own deck, the clock ends every round.",
    "X6": "A stake is held to the end, two tens can be split, every bet can be insured in whole.",
    "X7": "Nothing shows the bank's card early, both split hands count, insurance pays its buyer.",
    "X8": "Who is bust has lost, whatever becomes of the bank.",
    "X9": "A soft 21 that draws on is counted anew.",
    "X10": "Who is an admin in one chat, or opened a table, has no say in another.",
    "X11": "What fails in mid-round locks no table, and no bank owes more than it holds.",
    "X12": "10, A, A is 12, the bank's natural is looked at first, chips sum to zero.",
    "X13": "Chips that are asked for many times at one moment are counted once each.",
    "X14": "A hole card is on nothing that a group gets, and in no log.",
    "X15": "Seeds are 256 secret bits, refused messages go again, buttons act in their round.",
    "X16": "Stakes at a table that cannot be read at the start come back, or wait until it can.",
    "X17": "A pack has 52 cards and all are dealt; no crash costs a stake, bust is lost.",
}

REPORTS_OF_CRIBBAGE: Mapping[str, str] = {
    "I1": "A jack that is turned is no nobs, four of a suit are a flush in hand, pairs adjoin.",
    "I2": "A card that would go over 31 is refused.",
    "I3": "A card that makes 31 and a run scores both.",
    "I4": "A card that makes a run and fifteen scores both.",
    "I5": "Two cards are no run.",
    "I6": "A run counts all its cards, in whatever order they were played.",
    "I8": "A skunk is below 91, a double skunk below 61.",
    "I10": "Whatever is played, every point is one that the rules give.",
    "I13": "Every score is told point by point.",
    "X1": "The last card that makes 31 scores two, and nothing more for being last.",
    "X2": "A pair in a run doubles the run, and each bonus is given where the rules give it.",
}
"""These come with cribbage."""


def required_reports(*, cribbage: bool = CRIBBAGE_IS_DEALT) -> Mapping[str, str]:
    """Return the reports that need a test, with those of cribbage or without."""
    return {**REPORTS, **REPORTS_OF_CRIBBAGE} if cribbage else REPORTS


def required_rows(*, discord: bool = DISCORD_IS_SERVED) -> set[int]:
    """Return the numbers of the rows that need a test, with those of Discord or without."""
    served = [part for part in Part if part is not Part.DISCORD or discord]
    return {number for part in served for number in PARTS[part]} - STRUCK
