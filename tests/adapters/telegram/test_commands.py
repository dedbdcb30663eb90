from adapters.telegram.commands import menus
from core.admin.model import MenuEntry


def test_each_language_gets_its_own_list_and_all_others_the_english_one() -> None:
    quiet = MenuEntry(name="quiet", summary={"en": "Write less", "ru": "Пиши меньше"})
    status = MenuEntry(name="status", summary={"en": "How I am"})

    lists = menus([quiet, status])

    assert {tag: [(c.command, c.description) for c in list_] for tag, list_ in lists.items()} == {
        "": [("quiet", "Write less"), ("status", "How I am")],
        "ru": [("quiet", "Пиши меньше"), ("status", "How I am")],
    }


def test_what_telegram_takes_is_not_exceeded() -> None:
    entries = [MenuEntry(name=f"c{n}", summary={"en": "x" * 100}) for n in range(120)]

    offered = menus(entries)[""]

    assert len(offered) == 100
    assert max(len(command.description) for command in offered) <= 256


def test_a_tag_that_telegram_does_not_know_is_left_out() -> None:
    assert set(menus([MenuEntry(name="a", summary={"en": "x", "pt-BR": "y", "de": "z"})])) == {
        "",
        "de",
    }
