"""What a game's documents say: its introduction, rules, pictures, glossary and summary."""

from __future__ import annotations

import msgspec
from litestar import Controller, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from sheepfold.core.registry import find_game
from sheepfold.rulebook import (
    Illustration,
    PictureSeen,
    Summary,
    Term,
    clauses,
    glossary,
    introduction,
    languages,
    seen_picture,
    summary,
)
from sheepfold.server.http.errors import PROBLEMS


class ClauseSeen(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    chapter: str
    status: str
    text: str
    pictures: list[Illustration]


class AboutSeen(msgspec.Struct, frozen=True, kw_only=True):
    text: str


class ReadingRoutes(Controller):
    path = "/api/games/{game_id:str}"
    tags = ("games",)

    @get("/about", summary="An introduction to a game", responses=PROBLEMS, sync_to_thread=False)
    def about(self, game_id: FromPath[str], language: FromQuery[str] = "en") -> AboutSeen:
        game = find_game(game_id)
        return AboutSeen(text=introduction(game_id, offered(game_id, language)) or game.pitch)

    @get("/rules", summary="The rules, clause by clause", responses=PROBLEMS, sync_to_thread=False)
    def rules(self, game_id: FromPath[str], language: FromQuery[str] = "en") -> list[ClauseSeen]:
        find_game(game_id)
        return [
            ClauseSeen(
                id=clause.id,
                chapter=clause.chapter,
                status=clause.status,
                text=clause.text,
                pictures=list(clause.pictures),
            )
            for clause in clauses(game_id, offered(game_id, language)).values()
        ]

    @get("/glossary", summary="The words of the rules, explained", responses=PROBLEMS, sync_to_thread=False)
    def glossary(self, game_id: FromPath[str], language: FromQuery[str] = "en") -> list[Term]:
        find_game(game_id)
        return glossary(game_id, offered(game_id, language))

    @get("/summary", summary="The game on one page, to print", responses=PROBLEMS, sync_to_thread=False)
    def summary(self, game_id: FromPath[str], language: FromQuery[str] = "en") -> Summary:
        find_game(game_id)
        found = summary(game_id, offered(game_id, language))
        if found is None:
            raise NotFoundException
        return found

    # In a thread: the first request of each picture sets up a game and plays.
    @get(
        "/pictures/{name:str}",
        summary="A picture of the rules, for a board to draw",
        responses=PROBLEMS,
        sync_to_thread=True,
    )
    def picture(self, game_id: FromPath[str], name: FromPath[str]) -> PictureSeen:
        find_game(game_id)
        found = seen_picture(game_id, name)
        if found is None:
            raise NotFoundException
        return found


def offered(game_id: str, language: str) -> str:
    """Return the language if the rules are available in it, else English."""
    return language if language in languages(game_id) else "en"
