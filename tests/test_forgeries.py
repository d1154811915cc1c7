"""Every forged record and every forged table is refused, in words that name what is wrong."""

from __future__ import annotations

import pytest

from sheepfold.core.record import decode_record, encode_record
from sheepfold.fair import Witness, verify
from tests.forgeries import NONCES, Forgery, an_evening, forged_records, forged_tables

RECORDS = forged_records()
TABLES = forged_tables()


def name_of(forgery: Forgery) -> str:
    return forgery.name


def test_an_honest_evening_is_found_fair() -> None:
    record = an_evening().table.record()
    verdict = verify(decode_record(encode_record(record)))
    assert verdict.problems == []
    assert verdict.notes == [
        "nonces were added by Anna, Ben",
        "takeback 1 went back to action 9: Anna asked, agreed: Ben",
    ]


@pytest.mark.parametrize("forgery", RECORDS, ids=name_of)
def test_a_forged_record_is_refused(forgery: Forgery) -> None:
    problems = verify(decode_record(encode_record(forgery.record))).problems
    assert any(forgery.python in problem for problem in problems), problems


@pytest.mark.parametrize("forgery", TABLES, ids=name_of)
def test_a_forged_table_is_noticed_by_who_was_there(forgery: Forgery) -> None:
    witness = Witness()
    for message in forgery.heard or []:
        witness.hear(message)
    witness.nonces = {0: NONCES[0]}
    problems = witness.compare(forgery.record)
    if forgery.python:
        assert any(forgery.python in problem for problem in problems), problems
    else:
        assert problems == []


def test_a_witness_that_was_away_for_long_claims_nothing_about_that_time() -> None:
    evening = an_evening()
    heard = evening.messages()
    witness = Witness()
    welcome = heard[0] | {"version": heard[-1]["version"], "missed": None, "thrown": evening.table.dice.thrown}
    welcome |= {"moves": len(evening.table.moves), "dice": {"round": 1, "sealed": evening.table.dice.sealed}}
    welcome["table"] |= {"status": "over"}
    for message in [*heard[:20], welcome]:
        witness.hear(message)
    assert witness.compare(evening.table.record()) == []


def test_what_a_witness_hears_twice_counts_once() -> None:
    evening = an_evening()
    witness = Witness()
    for message in [one for one in evening.messages() for _ in range(2)]:
        witness.hear(message)
    assert witness.compare(evening.table.record()) == []
