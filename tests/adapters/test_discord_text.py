"""Messages as Discord takes them: nothing pings by name, everything fits."""

from dataclasses import replace

import pytest
from discord.ui import View

from adapters.discord_ids import custom_id, payload_of
from adapters.discord_text import (
    CONTENT_MAX,
    EMBED_MAX,
    IN_A_ROW_MAX,
    LABEL_MAX,
    ROWS_MAX,
    Written,
    chats_on_buttons,
    laid_out,
    written,
)
from adapters.fitting import units
from bot.basics import ChatId, PlayerId, Refusal
from bot.cards import Card, OpenCard
from bot.games import GAMES
from bot.message import (
    Button,
    CardFace,
    ChatName,
    Fixed,
    GroupMessage,
    Mention,
    Message,
    Plain,
    PrivateMessage,
    Strong,
)
from bot.notices import Forgotten, Notice
from bot.requests import PAYLOAD_BYTES_MAX
from tests.fakes.crowds import LETTER, crowded, worded
from tests.fakes.thorough import takes_long

CUSTOM_ID_MAX = 100
PRESETS = [preset for game in GAMES.values() for preset in game.presets]

ANN, BOB = PlayerId("discord:1"), PlayerId("discord:2")


def sent(*spans, **options) -> Written:
    return written(GroupMessage((tuple(spans),)), {}, **options)


def pings(words: Written) -> object:
    """Return whom a message may notify, as it travels."""
    return words.mentions.to_dict()


@pytest.mark.row(75)
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("@everyone", "@\u200beveryone"),
        ("<@123456789012345678>", "\\<@\u200b123456789012345678>"),
        ("<@&123456789012345678>", "\\<@\u200b&123456789012345678>"),
        ("<#123>", "\\<#123>"),
        ("<:a:1>", "\\<:a:1>"),
        ("**bold** __x__", "\\*\\*bold\\*\\* \\_\\_x\\_\\_"),
        ("a`b||c||~~d", "a\\`b\\|\\|c\\|\\|\\~\\~d"),
        ("# head", "\\# head"),
        ("[x](http://evil.example)", "\\[x](http:\u200b//evil.example)"),
        ("https://evil.example", "https:\u200b//evil.example"),
    ],
)
def test_names_are_shown_as_they_are_and_do_nothing(name, shown):
    words = sent(Mention(ANN, name), Plain(" wins"))
    assert words.content == f"{shown} wins"
    assert pings(words) == {"parse": [], "users": []}


@pytest.mark.row(75)
def test_whose_turn_it_is_alone_can_be_notified():
    words = sent(Mention(ANN, "Ann", ping=True), Plain(" or "), Mention(BOB, "Bob"))
    assert words.content == "<@1> or Bob"
    assert pings(words) == {"parse": [], "users": [1]}


def test_somebody_of_another_platform_is_named_in_words():
    words = sent(Mention(PlayerId("forgotten:1"), "?", ping=True))
    assert words.content == "?"
    assert pings(words) == {"parse": [], "users": []}


def test_spans_are_written_in_markdown():
    faces = (CardFace(Card("T", "s")), CardFace(None))
    message = PrivateMessage(((Strong("QQ 21"), Plain(" · "), Fixed("a_`b"), *faces),))
    assert written(message, {}).content == "**QQ 21** · `a_ˋb`10♠▮"


def test_a_chat_is_named_by_its_channel():
    assert sent(ChatName(ChatId("discord:5:77"))).content == "<#77>"


@pytest.mark.row(74)
def test_without_names_people_are_mentioned_and_no_name_stands_anywhere():
    message = GroupMessage(
        ((Mention(ANN, "Badword"), Plain(" hits")), (Plain("Badword hits: 7♦"),), (Strong("Bob"),))
    )
    assert written(message, {}, nameless=True).content == "<@1> hits\n? hits: 7♦\n**Bob**"


@pytest.mark.row(89)
def test_cards_are_text():
    ace = OpenCard(Card("A", "h"))
    assert sent(CardFace(ace)).content == "A♥"


def test_long_text_goes_into_an_embed_and_whose_turn_it_is_beside_it():
    lines = tuple((Plain("x" * 99),) for _ in range(30))
    words = written(GroupMessage((*lines, (Mention(ANN, "Ann", ping=True),))), {})
    (embed,) = words.embeds
    assert words.content == "<@1>"
    assert len(embed.description or "") == 30 * 100 + len("<@1>")


def test_text_too_long_for_an_embed_loses_lines_in_its_middle():
    lines = tuple((Plain(f"{number} " + "x" * 95),) for number in range(60))
    (embed,) = written(GroupMessage(lines), {}).embeds
    shown = (embed.description or "").splitlines()
    assert units(embed.description or "") <= EMBED_MAX
    assert (shown[0][:2], shown[-1][:2]) == ("0 ", "59")
    assert "**…**" in shown


def test_rows_that_do_not_fit_are_filled_anew():
    rows = tuple((Button(f"{n}", f"{n}"),) for n in range(11))
    assert [[b.label for b in row] for row in laid_out(rows)] == [
        ["0", "1", "2", "3", "4"],
        ["5", "6", "7", "8", "9"],
        ["10"],
    ]
    assert laid_out(rows[:5]) == rows[:5]


def test_buttons_that_open_a_private_chat_are_left_out():
    rows = ((Button("Cards in private", "1.1 hand", opens_private=True),), (Button("Hit", "hit"),))
    assert laid_out(rows) == rows[1:]


@pytest.mark.row(69)
@pytest.mark.parametrize(
    "custom", ["", "x", "hit", "croupier1", "croupier1:", "croupier0:0:1.1 hit", "other:1:1.1 hit"]
)
def test_what_no_button_of_ours_carries_is_outdated(custom):
    with pytest.raises(Refusal, match="outdated"):
        payload_of(custom)


def test_a_payload_comes_back_as_it_was():
    assert payload_of(custom_id(24, "7.12.players hit")) == "7.12.players hit"


# --- whatever is played -----------------------------------------------------------------------


def on_discord(notice: Notice) -> Notice:
    """Return a notice as one of a channel there."""
    assert not isinstance(notice, Forgotten)
    return replace(notice, chat=ChatId("discord:1:2"))


def titled(message: Message) -> Written:
    return written(message, dict.fromkeys(chats_on_buttons(message), LETTER * 32))


LARGEST = {"qq21", "vegas_h17", "cribbage"}
"""Of each kind the rules with the longest messages; the others are for who has the time."""


@pytest.mark.row(53)
@pytest.mark.parametrize(
    "preset", [pytest.param(one, marks=() if one in LARGEST else takes_long) for one in PRESETS]
)
async def test_whatever_ten_people_with_the_longest_names_play_fits_a_message(preset):
    for notice in await crowded(preset):
        message = worded(on_discord(notice))
        words = titled(message)
        embedded = [embed.description or "" for embed in words.embeds]
        assert units(words.content) <= CONTENT_MAX
        assert all(units(text) <= EMBED_MAX for text in embedded)
        assert_buttons_fit(message, words.view())


def assert_buttons_fit(message: Message, view: View | None) -> None:
    rows = view.to_components() if view else []
    buttons = [button for row in rows for button in row["components"]]
    assert len(buttons) == sum(not one.opens_private for row in message.buttons for one in row)
    assert len(rows) <= ROWS_MAX
    assert all(len(row["components"]) <= IN_A_ROW_MAX for row in rows)
    assert all(1 <= units(button["label"]) <= LABEL_MAX for button in buttons)
    assert len({button["custom_id"] for button in buttons}) == len(buttons)


def test_the_longest_payload_fits_a_custom_id():
    assert len(custom_id(ROWS_MAX * IN_A_ROW_MAX, "x" * PAYLOAD_BYTES_MAX)) <= CUSTOM_ID_MAX
