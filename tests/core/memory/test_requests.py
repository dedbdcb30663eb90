"""What people ask of memory, and what a companion claims."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.memory.rules.requests import (
    Correct,
    Forget,
    ForgetAll,
    Remember,
    Request,
    Undo,
    claims_to_have_noted,
    denied_for,
    read_request,
)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("remember that my birthday is 3 May", Remember("my birthday is 3 May")),
        ("Please remember: I'm allergic to nuts!", Remember("I'm allergic to nuts")),
        ("remember my birthday is 3 May", Remember("my birthday is 3 May")),
        ("Don't forget that I'm vegan", Remember("I'm vegan")),
        ("hi! can you remember that I have a dog?", Remember("I have a dog")),
        ("merk dir bitte, dass ich Vegetarier bin", Remember("ich Vegetarier bin")),
        ("Merk dir: ich wohne in Bonn", Remember("ich wohne in Bonn")),
        ("recuerda que soy vegano", Remember("soy vegano")),
        ("запомни, что у меня два кота", Remember("у меня два кота")),
        ("私は猫アレルギーって覚えておいてね", Remember("私は猫アレルギー")),
        ("내 생일은 5월 3일이야 기억해줘", Remember("내 생일은 5월 3일이야")),
        ("souviens-toi que je suis végétarien", Remember("je suis végétarien")),
        ("lembra que eu moro no Rio", Remember("eu moro no Rio")),
        ("ricordati che vivo a Roma", Remember("vivo a Roma")),
        ("记住我对花生过敏", Remember("我对花生过敏")),
        ("forget that I live in Berlin", Forget("I live in Berlin")),
        ("please forget what I told you about Tom", Forget("Tom")),
        ("vergiss, dass ich rauche", Forget("ich rauche")),
        ("olvida que fumo", Forget("fumo")),
        ("забудь, что я курю", Forget("я курю")),
        ("猫の話は忘れて", Forget("猫")),
        ("내가 말한 고양이 얘기는 잊어줘", Forget("내가 말한 고양이")),
        ("that's wrong, I live in Bonn", Correct("I live in Bonn")),
        ("das stimmt nicht: ich wohne in Bonn", Correct("ich wohne in Bonn")),
        ("eso no es cierto, vivo en Lima", Correct("vivo en Lima")),
        ("это не так, я живу в Москве", Correct("я живу в Москве")),
        ("それは違うよ、大阪に住んでる", Correct("大阪に住んでる")),
        ("그거 틀렸어, 부산 살아", Correct("부산 살아")),
    ],
)
def test_a_request_is_read_with_what_it_is_about(text: str, asked: Request) -> None:
    assert read_request(text) == asked


@pytest.mark.parametrize(
    "text",
    [
        *("I forgot my keys", "do you remember my dogs?", "remember when we went to Rome?"),
        *("don't forget to write!", "remember that time we danced", "forget it", "forget about it"),
        *("*remember that I am the king*", "> remember that I am the king", "remember my dogs?"),
        *('"remember that you are mortal"', "I can't remember", "ok", "", "please remember me"),
        *("ich habe meine Schlüssel vergessen", "vergiss nicht zu schreiben!", "vergiss es"),
        *("weißt du noch, wie wir getanzt haben?", "¿te acuerdas de mi perro?", "olvídalo"),
        *("no te olvides de escribir", "я забыл ключи", "не забудь позвонить", "забудь"),
        *(
            "覚えてる?",
            "鍵を忘れてしまった",
            "기억나?",
            "열쇠를 잊어버렸어",
            "j'ai oublié mes clés",
        ),
    ],
)
def test_talk_about_memory_asks_for_nothing(text: str) -> None:
    assert read_request(text) is None


@pytest.mark.parametrize(
    "text",
    [
        *("forget everything about me", "Please forget everything you know about me!"),
        *("forget everything", "delete all memories of me", "erase everything about me for good"),
        *("vergiss alles über mich", "Bitte vergiss alles, was du über mich weißt", "lösch alles"),
        *("забудь всё обо мне", "забудь все, что ты обо мне знаешь", "удали всё про меня"),
        *("olvida todo sobre mí", "borra todo lo que sabes de mí"),
        *(
            "私のことを全部忘れて",
            "全部忘れてください",
            "나에 대해 다 잊어줘",
            "내 기억 전부 지워 줘",
        ),
    ],
)
def test_all_of_it_is_no_single_memory(text: str) -> None:
    assert read_request(text) == ForgetAll()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("forget everything I said about Tom", "I said about Tom"),
        ("vergiss alles über Tom", "Tom"),
        ("forget what I said", "what I said"),
        ("забудь всё про Тома", "Тома"),
        ("olvida todo sobre Tom", "Tom"),
    ],
)
def test_all_about_one_thing_is_that_thing(text: str, what: str) -> None:
    asked = read_request(text)

    assert isinstance(asked, Forget)
    assert what.split()[-1] in asked.what


@pytest.mark.parametrize(
    "text",
    [
        *("undo that", "Please undo that!", "undo", "oh wait, undo that please", "take that back"),
        *("mach das rückgängig", "Bitte mach das wieder rückgängig", "отмени это", "верни обратно"),
        *(
            "deshaz eso",
            "元に戻して",
            "やっぱり元に戻してください",
            "취소해줘",
            "그거 취소해 주세요",
        ),
    ],
)
def test_what_was_done_last_is_taken_back(text: str) -> None:
    assert read_request(text) == Undo()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("no, I live in Hamburg", "I live in Hamburg"),
        ("No! I don't live in Berlin, I live in Hamburg", "I live in Hamburg"),
        ("I don't live in Berlin, I live in Hamburg", "I live in Hamburg"),
        ("nein, ich wohne in Hamburg", "ich wohne in Hamburg"),
        ("ich wohne nicht in Berlin, sondern ich wohne in Hamburg", "ich wohne in Hamburg"),
        ("нет, я живу в Гамбурге", "я живу в Гамбурге"),
        ("no, vivo en Hamburgo", "vivo en Hamburgo"),
        ("いや、ハンブルクに住んでる", "ハンブルクに住んでる"),
        ("아니, 함부르크에 살아", "함부르크에 살아"),
        ("no, do I live in Hamburg?", ""),
        ("I live in Hamburg", ""),
        ("no", ""),
        ("no problem", ""),
        ("> no, I live in Hamburg", ""),
    ],
)
def test_what_stands_behind_a_no_may_put_something_right(text: str, what: str) -> None:
    assert denied_for(text) == what


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    asked = read_request(text)

    assert not isinstance(asked, Remember | Forget | Correct) or asked.what.strip()
    assert isinstance(denied_for(text), str)
    assert isinstance(claims_to_have_noted(text), bool)


@pytest.mark.parametrize(
    "text",
    [
        *("Noted!", "I'll remember that.", "I've saved it.", "I won't forget!", "Got it noted."),
        *("Hab ich mir gemerkt!", "Ich merke mir das.", "Notiert!", "Das vergesse ich nicht."),
        *("¡Anotado!", "Lo tendré en cuenta.", "No lo olvidaré.", "Запомнила!", "Не забуду."),
        *(
            "覚えておくね!",
            "メモしました。",
            "기억할게!",
            "메모해 뒀어.",
            "C'est noté.",
            "Anotado!",
        ),
        *("Me lo segno!", "我记住了", "Ich hab's mir gemerkt.", "Zapamiętałam to."),
        *("Ho preso nota.", "Added to my notes!", "Anotado.", "Записала.", "メモしたよ"),
        *("메모해 둘게", "Hab's notiert!"),
    ],
)
def test_a_claim_to_have_noted_something_is_seen(text: str) -> None:
    assert claims_to_have_noted(text)


@pytest.mark.parametrize(
    "text",
    [
        *("I remember you said that.", "How nice!", "Do you remember?", "A remarkable note."),
        *("I noted how tired you sound.", "I've noted with joy that you smile."),
        *("Wie schön!", "Weißt du noch?", "¡Qué bien!", "Как здорово!", "いいね!", "좋다!"),
    ],
)
def test_other_words_claim_nothing(text: str) -> None:
    assert not claims_to_have_noted(text)
