"""Options of programs, as they are told and set."""

from __future__ import annotations

import pytest

from plyground.core.discovery import known_games
from plyground.errors import NotationError, OptionError
from plyground.protocol.offers import Offer, read_setting, write_setting

OFFERS = [
    Offer("Hash", "spin", "64", 1, 1024),
    Offer("Own Book", "check", "false"),
    Offer("Style", "combo", "wild", choices=("calm", "wild", "very wild")),
    Offer("Clear", "button"),
    Offer("Book File", "string", "a b.txt"),
    Offer("Evaluate", "string", ""),
]


@pytest.mark.parametrize("offer", OFFERS)
def test_an_offer_is_read_as_it_was_written(offer: Offer) -> None:
    command, _, text = offer.write().partition(" ")
    assert command == "option"
    assert Offer.read(text) == offer


def test_every_option_of_a_game_can_be_offered() -> None:
    for rules in known_games().values():
        for option in rules.options:
            offer = Offer.of(option, option.default)
            assert Offer.read(offer.write().partition(" ")[2]) == offer
            assert option.read(offer.accept(offer.default)) == option.default


@pytest.mark.parametrize(
    "text", ["", "name", "name Hash", "name Hash type", "name Hash type number", "type spin default 1"]
)
def test_an_offer_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Offer.read(text)


def test_bounds_that_are_no_numbers_do_not_bind() -> None:
    offer = Offer.read("name Hash type spin default 1 min few max lots")
    assert (offer.minimum, offer.maximum) == (None, None)
    assert offer.accept("-123") == "-123"


def test_values_are_accepted_as_the_program_wrote_them() -> None:
    hash_size, book, style, _, file, evaluate = OFFERS
    assert hash_size.accept("1024") == "1024"
    assert book.accept("TRUE") == "true"
    assert style.accept("Very Wild") == "very wild"
    assert file.accept("anything at all") == "anything at all"
    assert evaluate.accept("<empty>") == ""


@pytest.mark.parametrize(
    ("offer", "value"),
    [
        (OFFERS[0], "0"),
        (OFFERS[0], "1025"),
        (OFFERS[0], "x"),
        (OFFERS[0], "١"),
        (OFFERS[1], "1"),
        (OFFERS[2], ""),
    ],
)
def test_other_values_are_refused(offer: Offer, value: str) -> None:
    with pytest.raises(OptionError, match=f"{offer.name} '{value}' is not offered"):
        offer.accept(value)


@pytest.mark.parametrize(
    ("name", "value"), [("Hash", "64"), ("Own Book", "true"), ("File", "a b"), ("Evaluate", "")]
)
def test_a_setting_is_read_as_it_was_written(name: str, value: str) -> None:
    command, _, text = write_setting(name, value).partition(" ")
    assert command == "setoption"
    assert read_setting(text) == (name, value or "<empty>")


def test_a_setting_is_one_line_whatever_is_in_it() -> None:
    assert write_setting("File", "a\nquit") == "setoption name File value a quit"


def test_a_button_has_no_value() -> None:
    assert read_setting("name Clear") == ("Clear", "")
    assert read_setting("name Clear value") == ("Clear", "")


@pytest.mark.parametrize("text", ["", "Hash 64", "name", "value 3"])
def test_a_setting_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_setting(text)
