"""Guided first games: every lesson is walked through the page, step by step, as a learner would."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from sheepfold.core.registry import all_games
from sheepfold.lessons.document import Step
from sheepfold.lessons.lesson import Lesson
from sheepfold.lessons.library import find_lesson
from tests.browser.axe import findings
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.site import OFFERED, WEB, Hand, Keys, Person, Site, words
from tests.browser.test_screens import keys

SIZES: Final = {"desktop": DESKTOP, "phone": PHONE, "narrow": (360, 740)}
LESSONS: Final = {game.id: lesson for game in all_games() if (lesson := find_lesson(game)) is not None}
FIRST: Final = next(iter(LESSONS))
BUBBLE: Final = ".guide .bubble"
COUNT: Final = f"{BUBBLE} .about p"
TEXT: Final = f"{BUBBLE} .text"
ON: Final = f"{BUBBLE} .on"
END: Final = "#end-title"
RING: Final = "svg rect.ring"
STAGES: Final = 12
"""The most presses for one action."""
BOXES: Final = """
() => {
  const boxOf = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const seen = (one) => one.getClientRects().length > 0;
  return {
    bubble: boxOf(document.querySelector('.guide').firstElementChild),
    rings: [...document.querySelectorAll('svg rect.ring')].map(boxOf),
    controls: [...document.querySelectorAll('main [data-action], main [data-draft]')].filter(seen).map(boxOf),
    window: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
  };
}
"""
CLOSED: Final = '[data-opens][aria-expanded="false"]:enabled'
"""Reveals more controls."""
CHANGED: Final = f"(before) => JSON.stringify(({OFFERED})()) !== JSON.stringify(before)"
"""A draft changes what is offered."""
KEPT: Final = "JSON.parse(localStorage.getItem('sheepfold.lessons') ?? '{}')"


def learn_words(key: str, language: str = "en") -> str:
    """A message of the file for learning, as in its source."""
    found: str = json.loads((WEB / "src" / "words" / "learn" / f"{language}.json").read_text())[key]
    return found


def said(lesson: Lesson, step: Step, reply: str = "", language: str = "en") -> str:
    return learn_words(f"lesson.{lesson.game.id}.{step.id}{reply and '.'}{reply}", language)


def has_text(key: str) -> bool:
    return key in json.loads((WEB / "src" / "words" / "learn" / "en.json").read_text())


def open_lesson(site: Site, person: Person, lesson: Lesson, number: int = 0) -> Page:
    """Open a lesson at a step, as if the learner had come that far before."""
    page = person.open("/nowhere")
    page.evaluate(
        "([game, at]) => localStorage.setItem('sheepfold.lessons', JSON.stringify({ [game]: { at } }))",
        [lesson.game.id, number],
    )
    person.open(f"/learn/{lesson.game.id}")
    arrive(page, lesson, number)
    return page


def arrive(page: Page, lesson: Lesson, number: int) -> None:
    """Wait for a step."""
    count = len(lesson.steps)
    expect(page.locator(COUNT).first).to_have_text(re.compile(rf"^{number + 1}\D+{count}$"))


def perform(hand: Hand, action: str, drafts: Sequence[str] = ()) -> None:
    """Do an action with the controls of the board, by way of these drafts, otherwise of drafts that it begins with."""
    done: set[str] = set()
    for _ in range(STAGES):
        offered = hand.offered()
        if ("data-action", action) in offered:
            hand.press(f'[data-action="{action}"]')
            return
        beginnings = sorted((value for _, value in offered if action.startswith(value)), key=len)
        ways = [value for value in [*beginnings, *drafts] if ("data-draft", value) in offered and value not in done]
        if not any(ways) and hand.page.locator(CLOSED).count() > 0:
            hand.press(CLOSED)
            hand.page.wait_for_function(CHANGED, arg=[list(one) for one in offered])
            continue
        assert any(ways), f"'{action}' cannot be done with {offered}"
        done.add(ways[-1])
        hand.press(f'[data-draft="{ways[-1]}"]')
        hand.page.wait_for_function(CHANGED, arg=[list(one) for one in offered])
    raise AssertionError(f"'{action}' takes too many presses")


def go_on(hand: Hand, lesson: Lesson, number: int) -> None:
    """Do what a step wants, and wait for the next one."""
    page, step = hand.page, lesson.steps[number]
    if step.reads():
        hand.press(ON)
    else:
        drafts = [point.removeprefix("draft ") for point in step.points() if point.startswith("draft ")]
        perform(hand, lesson.expected(number)[0].text, drafts)
        if has_text(f"lesson.{lesson.game.id}.{step.id}.right"):
            expect(page.locator(f"{BUBBLE}.right")).to_be_visible()
            hand.press(ON)
    if number + 1 < len(lesson.steps):
        arrive(page, lesson, number + 1)
    else:
        expect(page.locator(END)).to_be_visible()


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    slack = 1
    return (
        one["left"] < other["right"] - slack
        and other["left"] < one["right"] - slack
        and one["top"] < other["bottom"] - slack
        and other["top"] < one["bottom"] - slack
    )


def outside(one: dict[str, float], window: dict[str, float]) -> bool:
    return (
        one["left"] < window["left"]
        or one["top"] < window["top"]
        or one["right"] > window["right"] + 1
        or one["bottom"] > window["bottom"] + 1
    )


def check_layout(page: Page, step: Step) -> None:
    """The bubble is whole, and covers neither what it points at nor what the learner has to press."""
    # A board that marks no things yet cannot be pointed at.
    if any(not point.startswith("thing ") for point in step.points()) or (
        step.points() and page.locator("[data-thing]").count()
    ):
        expect(page.locator(RING).first).to_be_attached()
    boxes: dict[str, Any] = page.evaluate(BOXES)
    assert not outside(boxes["bubble"], boxes["window"]), f"{step.id}: the bubble is cut off"
    covered = [box for box in [*boxes["rings"], *boxes["controls"]] if overlap(boxes["bubble"], box)]
    assert covered == [], f"{step.id}: the bubble covers something"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_can_be_walked_through(site: Site, game: str, size: str) -> None:
    lesson = LESSONS[game]
    language = "de-DE" if size == "phone" else "en-US"
    ada = site.visitor(size=SIZES[size], language=language)
    page = open_lesson(site, ada, lesson)
    hand = Hand(page)
    for number, step in enumerate(lesson.steps):
        expect(page.locator(TEXT)).to_have_text(said(lesson, step, language=ada.language))
        check_layout(page, step)
        assert keys(page) == []
        go_on(hand, lesson, number)
    assert page.evaluate(KEPT)[game]["done"]
    page.get_by_role("button", name=learn_words("learn.end.on", ada.language)).click()
    page.wait_for_url("**/table/**")
    Hand(page).wait()


def test_a_lesson_can_be_done_by_keyboard_alone(site: Site) -> None:
    lesson = LESSONS[FIRST]
    page = open_lesson(site, site.visitor(), lesson)
    keyboard = Keys(page)
    for number in range(len(lesson.steps)):
        go_on(keyboard, lesson, number)
    page.keyboard.press("Escape")
    expect(page.locator("article").first).to_be_visible()


def test_the_arrow_keys_turn_the_pages_and_enter_goes_on(site: Site) -> None:
    lesson = LESSONS[FIRST]
    number = next(number for number, step in enumerate(lesson.steps) if step.reads())
    page = open_lesson(site, site.visitor(), lesson, number)
    expect(page.locator(ON)).to_be_focused()
    page.keyboard.press("Enter")
    arrive(page, lesson, number + 1)
    page.keyboard.press("ArrowLeft")
    arrive(page, lesson, number)
    page.keyboard.press("ArrowRight")
    arrive(page, lesson, number + 1)
    page.keyboard.press("Escape")
    expect(page.locator("article").first).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", LESSONS)
def test_a_wrong_try_is_explained_and_changes_nothing(site: Site, game: str, size: tuple[int, int]) -> None:
    lesson = LESSONS[game]
    number = next(number for number, step in enumerate(lesson.steps) if step.wrong)
    step = lesson.steps[number]
    expected = lesson.expected(number)
    tries = {
        lesson.attempt(number, action.text).reply: action.text
        for action in lesson.legal(number)
        if action not in expected
    }
    reply, action = next((reply, action) for reply, action in tries.items() if reply and reply.startswith("wrong."))
    page = open_lesson(site, site.visitor(size=size), lesson, number)
    board = page.locator("main > .board").inner_text()
    before = Hand(page).offered()
    perform(Hand(page), action)
    expect(page.locator(TEXT)).to_have_text(said(lesson, step, reply))
    assert findings(page) == []
    check_layout(page, Step(id=step.id))
    assert page.locator("main > .board").inner_text() == board
    assert Hand(page).offered() == before
    page.get_by_role("button", name=learn_words("learn.show")).click()
    expect(page.locator(TEXT)).to_have_text(said(lesson, step))
    expect(page.locator("svg.strong rect.ring").first).to_be_attached()
    assert page.evaluate("document.activeElement.closest('.bar, .board') !== null"), "the control has the focus"
    go_on(Hand(page), lesson, number)


def test_a_lesson_is_left_resumed_and_repeated(site: Site) -> None:
    lesson = LESSONS[FIRST]
    page = open_lesson(site, site.visitor(), lesson)
    hand = Hand(page)
    for number in range(2):
        go_on(hand, lesson, number)
    page.reload()
    arrive(page, lesson, 2)
    page.get_by_role("link", name=learn_words("learn.leave")).click()
    resume = words("site.learn.on").replace("{step}", "3")
    page.get_by_role("link", name=resume).click()
    arrive(page, lesson, 2)
    page.get_by_role("button", name=learn_words("learn.again")).click()
    arrive(page, lesson, 0)

    last = len(lesson.steps)
    page = open_lesson(site, site.visitor("Bob"), lesson, last - 1)
    go_on(Hand(page), lesson, last - 1)
    page.reload()
    expect(page.locator(END)).to_be_visible()
    assert findings(page) == []
    page.locator(".guide").get_by_role("link", name=words("site.home.go")).click()
    page.get_by_role("link", name=words("site.learn.again")).click()
    arrive(page, lesson, 0)


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", LESSONS)
def test_axe_finds_nothing_in_a_step(site: Site, game: str, size: tuple[int, int], theme: Any) -> None:
    lesson = LESSONS[game]
    ada = site.visitor(size=size, theme=theme)
    for number in (0, next(number for number, step in enumerate(lesson.steps) if not step.reads())):
        assert findings(open_lesson(site, ada, lesson, number)) == []


def test_the_language_can_be_changed_within_a_lesson(site: Site) -> None:
    lesson = LESSONS[FIRST]
    page = open_lesson(site, site.visitor(), lesson)
    page.locator("header .me").click()
    page.locator("dialog select").first.select_option("de")
    page.keyboard.press("Escape")
    expect(page.locator(TEXT)).to_have_text(said(lesson, lesson.steps[0], language="de"))


def test_the_clause_of_a_step_opens_the_rules_there(site: Site) -> None:
    lesson = LESSONS[FIRST]
    number = next(number for number, step in enumerate(lesson.steps) if step.clauses)
    clause = lesson.steps[number].clauses[0]
    page = open_lesson(site, site.visitor(), lesson, number)
    page.get_by_role("button", name=learn_words("learn.clause").replace("{clause}", clause)).click()
    expect(page.locator(f'dialog [data-place="{clause}"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    arrive(page, lesson, number)


def test_the_lesson_is_offered_on_the_first_visit_only(site: Site) -> None:
    ada = site.visitor()
    page = ada.open("/")
    card = page.locator("article", has=page.locator(f'a[href="/learn/{FIRST}"]'))
    play = card.locator("button.do")
    play.click()
    assert findings(page) == []
    page.get_by_role("button", name=words("site.learn.not"), exact=True).click()
    page.wait_for_url("**/table/**")
    page.goto(site.address)
    play.click()
    page.wait_for_url("**/table/**")

    page = site.visitor("Bob").open("/")
    page.locator("article", has=page.locator(f'a[href="/learn/{FIRST}"]')).locator("button.do").click()
    page.locator("dialog").get_by_role("link", name=words("site.learn.offer")).click()
    arrive(page, LESSONS[FIRST], 0)


def test_a_game_without_a_lesson_says_so(site: Site) -> None:
    page = site.visitor().open("/learn/no-such-game")
    expect(page.get_by_role("alert")).to_be_visible()
