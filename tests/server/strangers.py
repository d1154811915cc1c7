"""Measure what strangers can do to a server: `python -m tests.server.strangers` attacks a real one and prints figures.

All attacks are bounded in count and time. Nothing is asserted: how long something takes depends on the machine, so
compare a figure with another one of the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec

from sheepfold.core.registry import find_game
from sheepfold.server.client import TableClient, connected_client
from tests.server.processes import Node

STRANGERS = "127.0.1"
BYSTANDER = "127.0.0.2"
TABLES_PER_PERSON = 20
TOO_LARGE = {"tiles": 780, "hand": 20, "reach": 40}
"""Custom components of Meine Schafe, as large as 32 kB allow."""
LARGEST = {"tiles": 102, "hand": 8, "reach": 15}
"""As large as the game allows."""


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Person:
    """A person with their own token and address."""

    def __init__(self, node: Node, address: str, token: str) -> None:
        self.token = token
        self.http = http_client(node, address, token)

    async def make(self, **settings: Any) -> httpx.Response:
        return await self.http.post("/api/tables", json=settings)


def http_client(node: Node, address: str, token: str = "") -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=node.http, transport=transport, headers=headers, timeout=60)


async def person(node: Node, address: str) -> Person:
    async with http_client(node, address) as http:
        answer = await http.post("/api/people", json={"name": "Somebody"})
    return Person(node, address, answer.raise_for_status().json()["token"])


async def tables_of_strangers(node: Node, count: int, addresses: int, **settings: Any) -> list[httpx.Response]:
    """Create this many tables, by as many people as needed, who share this many addresses."""
    answers: list[httpx.Response] = []
    for number in range(-(-count // TABLES_PER_PERSON)):
        someone = await person(node, f"{STRANGERS}.{1 + number % addresses}")
        answers += [await someone.make(**settings) for _ in range(min(TABLES_PER_PERSON, count - len(answers)))]
        await someone.http.aclose()
    made = sum(answer.is_success for answer in answers)
    say(f"{made} of {count} tables made from {addresses} addresses")
    for text in {answer.text for answer in answers if not answer.is_success}:
        say(f"  refused: {text}")
    return answers


@asynccontextmanager
async def a_node() -> AsyncIterator[Node]:
    with tempfile.TemporaryDirectory(prefix="sheepfold-") as folder:
        async with Node(f"sqlite:///{Path(folder) / 'sheepfold.db'}") as node:
            yield node


# Custom components


def own_components(tiles: int, hand: int, reach: int) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(find_game("meine-schafe").standard_components())
    rng = Random(1)
    found["hand"]["tiles"] = hand
    found["table"]["reach"] = reach
    found["tiles"]["faces"] = [
        {"id": f"T{number}", "a": "V" + "".join(rng.choices("KYRB", k=3)), "b": "".join(rng.choices("KYRB", k=4))}
        for number in range(1, tiles + 1)
    ]
    return found


async def crowd_memory(tables: int, seconds: float, size: dict[str, int]) -> None:
    """Create tables with custom components while a bystander loads the start page."""
    say(f"own components: {size}")
    async with a_node() as node, http_client(node, BYSTANDER) as http:
        await look(http, 0.5)
        before = node.memory()
        quiet = await look(http, 1.0)
        looking = asyncio.create_task(look(http, seconds))
        settings = {"game": "meine-schafe", "seats": [{"who": "bot"}] * 4, "components": own_components(**size)}
        answers = await tables_of_strangers(node, tables, tables, **settings)
        waits = await looking  # the bots have begun to play
        took = statistics.mean(answer.elapsed.total_seconds() for answer in answers)
        say(
            f"  making one took {took * 1000:.0f} ms on average; memory grew by {(node.memory() - before) / 1e6:.0f} MB"
        )
        compare("the start page", quiet, waits)


async def look(http: httpx.AsyncClient, seconds: float) -> list[float]:
    """How long the start page takes, again and again."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        (await http.get("/api/games")).raise_for_status()
        waits.append(time.perf_counter() - start)
        await asyncio.sleep(0.01)
    return waits


def compare(what: str, quiet: list[float], busy: list[float]) -> None:
    for name, figure in (("median", statistics.median), ("worst", max)):
        before, after = figure(quiet) * 1000, figure(busy) * 1000
        say(f"  {what}, {name}: {before:.1f} ms, under attack {after:.1f} ms: {after / before:.1f} times")


# Bots


async def bystander_waits(node: Node, someone: Person, seconds: float, rng: Random) -> list[float]:
    """How long the bot takes for each of its moves in a game of two."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seats = [{"who": "me"}, {"who": "bot"}]
        made = (await someone.make(game="haste-bock", seats=seats, pace="instant")).raise_for_status().json()
        async with connected_client(node.web, made["table"]["id"], someone.token) as client:
            await client.ask("ready", seat=0, nonce="nonce")
            await play(client, rng, end, waits)
            if not client.over:
                await client.ask("leave", seat=0)
    return waits


async def play(client: TableClient, rng: Random, end: float, waits: list[float]) -> None:
    while not client.over and time.monotonic() < end:
        start = time.perf_counter()
        waited = False
        while not client.legal and not client.over:
            await client.receive(seconds=120)
            waited = True
        if waited:
            waits.append(time.perf_counter() - start)
        if client.legal:
            await client.ask("act", seat=0, action=rng.choice(client.legal), seen=client.version)


async def crowd_bots(tables: int, seconds: float, addresses: int) -> None:
    """Create tables of bots alone while a bystander plays against a bot."""
    async with a_node() as node:
        bystander = await person(node, BYSTANDER)
        quiet = await bystander_waits(node, bystander, seconds, Random(1))
        settings = {"game": "haste-bock", "seats": [{"who": "bot"}] * 4, "pace": "instant"}
        await tables_of_strangers(node, tables, addresses, **settings)
        busy = await bystander_waits(node, bystander, seconds, Random(1))
        await bystander.http.aclose()
        compare("a move of a bystander's bot", quiet, busy)
        say(f"  moves of it: {len(quiet)}, under attack {len(busy)}; warnings: {len(node.errors().splitlines())}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Attack a server of our own, and measure what others notice of it")
    parser.add_argument("--bot-tables", type=int, default=400, help="(default: 400)")
    parser.add_argument("--own-tables", type=int, default=60, help="(default: 60)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each measurement (default: 20)")
    given = parser.parse_args()
    for size in (TOO_LARGE, LARGEST):
        asyncio.run(crowd_memory(given.own_tables, given.seconds, size))
    for addresses in (1, -(-given.bot_tables // TABLES_PER_PERSON)):
        asyncio.run(crowd_bots(given.bot_tables, given.seconds, addresses))


if __name__ == "__main__":
    main()
