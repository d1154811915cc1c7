"""Every forged record and every forged table is detected, and the report names the forgery."""

from __future__ import annotations

import pytest

from sheepfold.core.record import decode_record, encode_record
from sheepfold.fair import Witness, verify
from tests.forgeries.forgery import Forgery
from tests.forgeries.games import NONCES
from tests.forgeries.live import played_table
from tests.forgeries.records import forged_records
from tests.forgeries.tables import forged_tables

RECORDS = forged_records()
TABLES = forged_tables()


def name_of(forgery: Forgery) -> str:
    return forgery.name


def test_an_honest_game_passes() -> None:
    record = played_table().table.record()
    verdict = verify(decode_record(encode_record(record)))
    assert verdict.problems == []
    assert verdict.notes == [
        "nonces were added by Anna, Ben",
        "takeback 1 went back to action 9: asked by Anna, agreed by Ben",
    ]


@pytest.mark.parametrize("forgery", RECORDS, ids=name_of)
def test_a_forged_record_fails_verification(forgery: Forgery) -> None:
    problems = verify(decode_record(encode_record(forgery.record))).problems
    assert any(forgery.python in problem for problem in problems), problems


@pytest.mark.parametrize("forgery", TABLES, ids=name_of)
def test_a_witness_notices_a_forged_table(forgery: Forgery) -> None:
    witness = Witness()
    for message in forgery.heard or []:
        witness.observe(message)
    witness.nonces = {0: NONCES[0]}
    problems = witness.compare(forgery.record)
    if forgery.python:
        assert any(forgery.python in problem for problem in problems), problems
    else:
        assert problems == []


def test_a_witness_reports_nothing_about_the_time_it_was_disconnected() -> None:
    live = played_table()
    heard = live.messages()
    witness = Witness()
    welcome = heard[0] | {"version": heard[-1]["version"], "missed": None, "thrown": live.table.dice.thrown}
    welcome |= {"moves": len(live.table.moves), "dice": {"round": 1, "sealed": live.table.dice.sealed}}
    welcome["table"] |= {"status": "over"}
    for message in [*heard[:20], welcome]:
        witness.observe(message)
    assert witness.compare(live.table.record()) == []


def test_a_witness_ignores_repeated_messages() -> None:
    live = played_table()
    witness = Witness()
    for message in [one for one in live.messages() for _ in range(2)]:
        witness.observe(message)
    assert witness.compare(live.table.record()) == []
