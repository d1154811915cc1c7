"""The command `sheepfold` as a user types it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import EntryPoint
from ipaddress import ip_address
from pathlib import Path
from random import Random

import pytest

from sheepfold import CHANCE, Action, decode_record, find_game, game_ids, replay, sample_chance
from sheepfold.cli import main
from sheepfold.core import registry
from sheepfold.games.haste_bock.game import HasteBockOptions

Run = Callable[..., str]

FAIR = Path(__file__).parents[1] / "docs" / "fairness-example.json"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> str:
        main(arguments)
        return capsys.readouterr().out

    return run


def test_games_lists_all_games(run: Run) -> None:
    listed = run("games")
    assert all(game in listed for game in game_ids())


@pytest.mark.parametrize("game", game_ids())
def test_components_names_the_source_of_each_table(run: Run, game: str) -> None:
    assert "our assumption" in run("components", game)


@pytest.mark.parametrize("game", game_ids())
def test_components_can_be_exported_edited_and_used(run: Run, game: str, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(run("components", game, "--json"))
    assert run("components", game, "--components", str(file)) == run("components", game)
    records = tmp_path / "records"
    assert "5 games" in run("simulate", game, "--games", "5", "--components", str(file), "--record", str(records))
    for record in records.iterdir():
        assert b'"components": {' in record.read_bytes()
        replay(decode_record(record.read_bytes()))
    file.write_text(file.read_text().replace("assumed", "guessed", 1))
    assert error_of("simulate", game, "--components", str(file)).startswith(f"sheepfold: {file}, line ")


@pytest.mark.parametrize("game", game_ids())
def test_simulate_prints_statistics_and_writes_records(run: Run, game: str, tmp_path: Path) -> None:
    output = run("simulate", game, "--games", "6", "--seed", "3", "--bots", "lamb,random", "--record", str(tmp_path))
    assert f"6 games of {game}" in output
    assert "moves/s" in output
    assert "95 % interval" in output
    records = sorted(tmp_path.iterdir())
    assert len(records) == 6
    for path in records:
        replay(decode_record(path.read_bytes()))


def test_simulate_prints_the_measures_of_a_game(run: Run) -> None:
    output = run("simulate", "meine-schafe", "--players", "2", "--games", "6", "--seed", "3")
    assert "Ending: all out 100.0%" in output
    assert "Largest pen of a player: mean " in output


def test_simulate_prints_json(run: Run) -> None:
    document = json.loads(run("simulate", "schafe-schubsen", "--players", "5", "--games", "4", "--seed", "1", "--json"))
    assert document["games"] == 4
    assert document["players"] == 5
    assert document["games_per_second"] > 0
    assert [line["name"] for line in document["seats"]] == [f"{seat} (random)" for seat in range(5)]


def test_replay_shows_what_a_seat_saw(run: Run, tmp_path: Path) -> None:
    run("simulate", "schafe-schubsen", "--games", "1", "--seed", "5", "--bots", "lamb", "--record", str(tmp_path))
    [record] = tmp_path.iterdir()
    actions = decode_record(record.read_bytes()).actions
    own = run("replay", str(record), "--seat", "0", "--at", "4")
    assert actions[2] in own
    assert actions[3] not in own
    assert "1 …" in own
    assert "The game is over." in run("replay", str(record))
    assert "The game is over." not in own


def test_replay_prints_a_position_that_other_commands_read(run: Run, tmp_path: Path) -> None:
    run("simulate", "schafe-schubsen", "--games", "1", "--seed", "5", "--bots", "lamb", "--record", str(tmp_path))
    [record] = tmp_path.iterdir()
    own = run("replay", str(record), "--seat", "0", "--at", "4").splitlines()[-1]
    assert own == run("show", own, "--seat", "0").splitlines()[-1]
    assert own.split(" ")[7] == f"{decode_record(record.read_bytes()).actions[2].split(' ')[-1]},?,."


def test_replay_says_that_own_components_have_no_positions(run: Run, tmp_path: Path) -> None:
    file, records = tmp_path / "own.json", tmp_path / "records"
    file.write_text(run("components", "volle-wolle", "--json"))
    run("simulate", "volle-wolle", "--games", "1", "--components", str(file), "--record", str(records))
    [record] = records.iterdir()
    assert "custom components cannot be written" in run("replay", str(record)).splitlines()[-1]


def test_verify_recomputes_every_throw(run: Run) -> None:
    assert run("verify", str(FAIR)).splitlines() == [
        "commitment  8fa68d77f9cd6bc64fd248f1bc8dfb0c2b46cd1c2b98e2eb830e2ffb72d83d83",
        "nonces were added by Anna, Ben",
        "takeback 1 went back to action 5: asked by Anna, agreed by Ben",
        "9 throws recomputed: all are correct",
    ]


def problems_of(capsys: pytest.CaptureFixture[str], file: Path) -> list[str]:
    """What `verify` prints after the commitment and the notes, with exit code 1."""
    with pytest.raises(SystemExit) as exit_:
        main(["verify", str(file)])
    assert exit_.value.code == 1
    return capsys.readouterr().out.splitlines()[3:]


def test_verify_lists_problems(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "unfair.json"
    text = FAIR.read_text().replace('"commitment": "8fa6', '"commitment": "8fa7')
    last = text.index('"result"')
    file.write_text(text[:last].replace("* roll green", "* roll white") + text[last:])
    summary, commitment, outcome, *_ = problems_of(capsys, file)
    assert summary == "9 throws recomputed; these are the problems:"
    assert commitment.startswith("- the secret does not match the commitment: its SHA-256 is 8fa68d77")
    assert re.fullmatch(r"- throw \d+ \(action \d+\) is '\* roll white', but it must be '\* roll green'", outcome)


def test_verify_lists_only_a_few_throws_if_a_nonce_was_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "unfair.json"
    file.write_text(FAIR.read_text().replace("the-nonce-of-seat-0", "the-nonce-of-seat-3"))
    summary, nonce, key, *outcomes = problems_of(capsys, file)
    assert summary == "9 throws recomputed; these are the problems:"
    assert nonce == "- the nonce of seat 0 does not match its commitment"
    assert key.startswith("- the dice were thrown with another secret, other nonces or other numbers: ")
    assert len(outcomes) == 3


def test_verify_prints_no_control_characters_from_the_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "unfair.json"
    text = FAIR.read_text()
    last = text.index('"result"')
    file.write_text(text[:last].replace("* roll green", "* \\u001b[2J[bold]:sheep:") + text[last:])
    assert "'* ?[2J[bold]:sheep:'" in problems_of(capsys, file)[1]


def test_verify_rejects_a_record_without_a_proof(run: Run, tmp_path: Path) -> None:
    run("simulate", "schafe-schubsen", "--games", "1", "--record", str(tmp_path))
    [record] = tmp_path.iterdir()
    assert error_of("verify", str(record)).startswith(f"sheepfold: {record}: the record has no 'fairness'")
    playing = tmp_path / "playing.json"
    playing.write_text(re.sub(r'"secret": ".*",', "", FAIR.read_text()))
    assert f"{playing}: the secret is not revealed until the game is over" in error_of("verify", str(playing))


def test_perft_counts_positions(run: Run, tmp_path: Path) -> None:
    assert run("perft", "schafe-schubsen", "--depth", "3").split("\n")[:3] == [
        "depth 1: 8",
        "depth 2: 24",
        "depth 3: 19680",
    ]
    divided = run("perft", "schafe-schubsen", "--depth", "2", "--divide", "--players", "4", "--option", "layout=1A 2A")
    assert "* start 3: 820\ndepth 1: 4\ndepth 2: 3280" in divided
    run("simulate", "schafe-schubsen", "--games", "1", "--record", str(tmp_path))
    [record] = tmp_path.iterdir()
    assert run("perft", "schafe-schubsen", "--depth", "1", "--after", str(record)) == "depth 1: 1\n"


def test_perft_starts_at_a_position(run: Run) -> None:
    line = find_game("schafe-schubsen").start(4).position().replace(" layout ", " start ")
    assert run("perft", "schafe-schubsen", "--depth", "2", "--position", line) == "depth 1: 4\ndepth 2: 3280\n"


@pytest.mark.parametrize("game", game_ids())
def test_show_draws_a_position_that_it_also_prints(run: Run, game: str) -> None:
    first = find_game(game).start(find_game(game).players[0])
    shown = run("show", game)
    assert str(first).splitlines()[0].rstrip() in shown
    assert shown.splitlines()[-1] == first.position()
    assert run("show", first.position()) == shown
    written = run("show", game, "--json")
    assert json.loads(written)["game"] == game
    assert run("show", written) == shown


def test_show_hides_what_a_seat_does_not_know(run: Run) -> None:
    line = "volle-wolle:2 bidding 1 1,2 S07,S08,S09 -/- .,. 0,0 4,4 21,. "
    assert run("show", line, "--seat", "0").splitlines()[-1] == line.rstrip()
    hidden = line.replace("21", "?").rstrip()
    assert run("show", line, "--seat", "1").splitlines()[-1] == hidden
    assert run("show", hidden, "--seat", "1") == run("show", line, "--seat", "1")


def test_bench_measures_this_build(run: Run) -> None:
    document = json.loads(run("bench", "--game", "haste-bock", "--rounds", "1", "--seconds", "0.05", "--json"))
    assert {line["contestant"]["task"] for line in document["measured"]} == {"playout", "list", "copy", "resample"}
    assert all(line["moves_per_second"] > 0 for line in document["measured"])


def test_bench_plots_the_growth_of_costs(run: Run, tmp_path: Path) -> None:
    arguments = ("bench", "--growth", "--game", "schafe-schubsen", "--seconds", "0.05", "--plot", str(tmp_path))
    assert "schafe-schubsen" in run(*arguments)
    assert [file.name for file in tmp_path.iterdir()] == ["growth-schafe-schubsen.svg"]


def test_serve_prints_an_address_that_other_devices_can_open(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheepfold.server.serve.serve", lambda _configuration, _host, _port, announce: announce())
    assert run("serve", "--port", "8017").startswith("Sheepfold is at http://127.0.0.1:8017 (stop it with Ctrl-C)\n")
    assert run("serve", "--host", "::1").startswith("Sheepfold is at http://[::1]:8000 ")
    output = run("serve", "--host", "0.0.0.0")  # noqa: S104 not bound to
    [address] = re.findall(r"http://([0-9.]+):8000 ", output)
    assert not ip_address(address).is_unspecified


def test_serve_prints_where_games_are_stored(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sheepfold.server.serve.serve", lambda _configuration, _host, _port, announce: announce())
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SHEEPFOLD_DATABASE", raising=False)
    assert run("serve").splitlines()[1:] == [f"Games are stored in {tmp_path}/sheepfold.db"]
    path = f"{tmp_path}/[bold]/:sheep:/{'meadow' * 20}.db"
    assert run("serve", "--database", f"sqlite:///{path}").splitlines()[1:] == [f"Games are stored in {path}"]
    shared = run("serve", "--database", "postgresql://ada:hush@there/sheep")
    assert shared.splitlines()[1:] == ["Games are stored in the PostgreSQL database sheep at there"]


@pytest.mark.parametrize(
    ("arguments", "port"), [("", 8000), ("--port 8017", 8017), ("--host ::1 --port=8017", 8017), ("serve", 8000)]
)
def test_serve_is_the_default_command(run: Run, monkeypatch: pytest.MonkeyPatch, arguments: str, port: int) -> None:
    served: list[int] = []
    monkeypatch.setattr(
        "sheepfold.server.serve.serve", lambda _configuration, _host, port, _announce: served.append(port)
    )
    run(*arguments.split())
    assert served == [port]


@pytest.mark.parametrize(
    ("option", "expected"),
    [("--help", "COMMAND ..."), ("-h", "COMMAND ..."), ("--h", "COMMAND ..."), ("--version", "0."), ("--vers", "0.")],
)
def test_help_and_version_may_be_abbreviated(capsys: pytest.CaptureFixture[str], option: str, expected: str) -> None:
    with pytest.raises(SystemExit) as exit_:
        main([option])
    assert exit_.value.code == 0
    assert expected in capsys.readouterr().out.splitlines()[0]


def error_of(*arguments: str) -> str:
    """The error message for bad arguments: one line, with exit code 2."""
    command = [sys.executable, "-m", "sheepfold", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S603
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.rstrip()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("fly", "invalid choice: 'fly'"),
        ("--wings 2", "unrecognized arguments: --wings 2"),
        ("--port 70000", "ports go up to 65535 (see 'sheepfold serve --help')"),
        ("--port 8017 games", "unrecognized arguments: games"),
        ("bench --seconds 0", "'0' is not a number of seconds from 0.01 to 3600"),
        ("bench --plot plots", "--plot needs --growth"),
        ("bench --record today", "--record needs --peers"),
        ("bench --game ludo", "no game is called 'ludo'"),
        ("bench server --tables 0", "'0' is not a whole number of at least 1"),
        (
            "bench server --tables 50 2001",
            "2001 tables are more than 2000: they need more sockets than a process can",
        ),
        ("bench server --seconds nan", "'nan' is not a number of seconds"),
        ("bench server --seconds inf", "'inf' is not a number of seconds"),
        ("bench server --seconds soon", "'soon' is not a number of seconds"),
        ("serve --database sheep.db", "this is not a database URL; try sqlite:///sheepfold.db"),
        ("components cows", "no game is called 'cows'"),
        ("components schafe-schubsen --components /nowhere.json", "/nowhere.json: No such file or directory"),
        ("simulate schafe-schubsen --players 2", "is for 3 to 8 players, not 2"),
        ("simulate schafe-schubsen --players many", "'many' is not a whole number of at least 1"),
        ("simulate schafe-schubsen --games 0", "'0' is not a whole number of at least 1"),
        ("simulate schafe-schubsen --bots wolf", "no bot called 'wolf' plays schafe-schubsen"),
        ("simulate schafe-schubsen --bots ,", "no bot called ''"),
        ("simulate schafe-schubsen --option start", "'start' is not NAME=VALUE"),
        ("simulate schafe-schubsen --option start=9", "start is a seat from 0 to 2, not 9"),
        ("simulate schafe-schubsen --option moon=full", "'moon' is unknown"),
        ("simulate schafe-schubsen --jobs -1", "'-1' is not a whole number of at least 1"),
        ("simulate schafe-schubsen --record /dev/null/x", "/dev/null/x: Not a directory"),
        ("simulate schafe-schubsen --bots lamb,lamb,lamb,lamb", "there are 4 bots for 3 seats"),
        ("odds schafe-schubsen", "schafe-schubsen has odds only in a position"),
        ("odds schafe-schubsen schafe-schubsen:3", "'phase' is missing"),
        ("odds volle-wolle --bid 13", "13"),
        ("odds volle-wolle --bid 20 --dice 13,1,1", "13"),
        ("odds volle-wolle --dice 1,1,1", "--bid"),
        ("play schafe-schubsen --seat 3", "--seat must be a number from 0 to 2"),
        ("play schafe-schubsen --bots wolf", "no bot called 'wolf'"),
        ("replay /nowhere.json", "/nowhere.json: No such file or directory"),
        ("replay /dev/null", "/dev/null: not a Sheepfold record"),
        ("verify /nowhere.json", "/nowhere.json: No such file or directory"),
        ("verify /dev/null", "/dev/null: not a Sheepfold record"),
        ("show cows", "no game is called 'cows'"),
        ("show cows:2", "no game is called 'cows'"),
        ("show cows:2:x", "'x' are not options"),
        ("show volle-wolle:2", "'phase' is missing"),
        ("show haste-bock --seat 2", "--seat must be a number from 0 to 1"),
        ("play volle-wolle --position haste-bock:2", "this is a position of haste-bock, not of volle-wolle"),
        ("play volle-wolle --players 2 --position x", "--position has players and options of its own"),
        ("perft volle-wolle --depth 1 --position x", "a position begins with its game and players"),
        ("perft schafe-schubsen", "the following arguments are required: --depth"),
        ("perft schafe-schubsen --depth 1 --after /dev/null", "not a Sheepfold record"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(arguments: str, expected: str) -> None:
    line = error_of(*arguments.split())
    assert line.startswith("sheepfold: ")
    assert expected in line


def test_replay_rejects_actions_and_seats_that_do_not_exist(run: Run, tmp_path: Path) -> None:
    run("simulate", "schafe-schubsen", "--games", "1", "--record", str(tmp_path))
    [record] = tmp_path.iterdir()
    assert "--at: the record has only " in error_of("replay", str(record), "--at", "99999")
    assert "--seat must be a number from 0 to 2" in error_of("replay", str(record), "--seat", "3")


def type_lines(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


@pytest.mark.parametrize("game", game_ids())
def test_play_survives_nonsense_and_end_of_input(run: Run, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nonsense = (
        "\n\n[bold]\n[/]\n\\\n%s\n{}\n🐑🐑\n"
        + "9" * 5000
        + "\nlay\nlay lay\nrules XX-9.9\nactions\nboard\nhelp\n\x00\n"
    )
    type_lines(monkeypatch, nonsense)
    output = run("play", game, "--seed", "1")
    assert "You cannot do " in output
    assert output.rstrip().endswith("Goodbye.")


def test_play_can_be_quit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, "quit\n")
    assert run("play", "schafe-schubsen").rstrip().endswith("Goodbye.")


def test_play_reaches_the_end_of_a_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player walks off the dyke in the first round and is out; the bots play on to the end."""
    type_lines(monkeypatch, "987\n" + "1A\n1B\n2A\n2B\n" * 3)
    output = run("play", "schafe-schubsen", "--players", "4", "--seed", "2")
    assert "falls off the dyke and is out" in output
    assert "The game is over." in output


def test_play_starts_at_a_position(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    line = "schafe-schubsen:3 taking 5 1A,2B 10,out,120 1,0,2 123,-,456 .,.,. -/-/- back5,change2 0 3 angel=2 out=1"
    type_lines(monkeypatch, "take back5\nquit\n")
    file = tmp_path / "mine.json"
    output = run("play", "schafe-schubsen", "--seat", "2", "--position", line, "--seed", "1", "--record", str(file))
    assert "You can: take back5, take change2" in output
    assert "Goodbye." in output
    record = decode_record(file.read_bytes())
    assert (record.position, record.actions[0]) == (line, "2 take back5")
    assert replay(record).position().startswith("schafe-schubsen:3 laying 6 ")


def test_play_lets_everyone_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player declines twice, then drops out during another turn; the bots interrupt as well."""
    type_lines(monkeypatch, "\n\nout\n")
    output = run("play", "meine-schafe", "--players", "3", "--seed", "1", "--seat", "2", "--option", "start=0")
    assert "It is the turn of Anton; you may interrupt." in output
    assert "Press Enter to let the others continue." in output
    assert "Cäsar (you) drops out" in output
    assert "Cäsar (you) interrupts Berta!" in output
    assert "Berta interrupts Anton!" in output
    assert "1. " in output


def test_play_shows_the_requested_rule(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, "rules ss-4.3\nrules\n")
    output = run("play", "schafe-schubsen")
    assert output.count("SS-4.3 ") == 2
    assert "SS-8.3 " in output


def test_play_saves_the_game_finished_or_not(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    for text, finished in (("12\n", False), ("987\n" + "1A\n1B\n2A\n2B\n" * 3, True)):
        type_lines(monkeypatch, text)
        output = run("play", "schafe-schubsen", "--players", "4", "--seed", "2", "--record", str(file))
        assert "(seed 2)" in output
        record = decode_record(file.read_bytes())
        assert [seat.bot for seat in record.seats] == [None, "lamb", "lamb", "lamb"]
        assert (record.result is not None) == finished
        assert (replay(record).outcome() is not None) == finished
        assert ("1. " in output) == finished


def test_odds_are_exact(run: Run) -> None:
    """1 + 3 + 6 + 10 + 15 of 960 throws reach 26."""
    output = run("odds", "volle-wolle", "--bid", "26", "--three", "1", "--two", "0", "--one", "0", "--chip", "0")
    assert f"1st throw{Fraction(35, 960)!s:>24}" in output
    assert "success" in output
    assert run("odds", "volle-wolle").count("%") >= 13 * 4


LAYING = "schafe-schubsen:3 laying 1 1A,2B 10,20,120 1,0,2 1234,0123,4567 .,.,. -/-/- back5 0 0 angel=0 devil=0"


def test_odds_of_a_position_are_what_a_seat_can_count(run: Run) -> None:
    output = run("odds", "schafe-schubsen", LAYING)
    assert output.startswith("What Yellow (seat 0) can count")
    assert "  Red has the cards 0 1 2 3.  SS-6.3" in output
    devil = "With distance 1 the devil is yours, if the others lay at random and use no clovers"
    assert re.search(rf"{devil} \(chance: \d+\.\d\d %\)\.  SS-3\.5", output)
    assert "Yellow has the cards 1 2 3 4." in run("odds", "schafe-schubsen", LAYING, "--seat", "1")
    bidding = "volle-wolle:2 bidding 1 1,2 S07,S08,S09 -/- .,. 0,0 4,4 21,."
    assert re.search(r"With 'bid 14' you succeed \(chance: \d\d\.\d\d %\)\.", run("odds", "volle-wolle", bidding))
    first = run("show", "haste-bock").splitlines()[-1]
    assert "Nothing at the moment." in run("odds", "haste-bock", first)


def test_games_lists_all_games_beside_a_broken_package(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {"broken": EntryPoint("broken", "nowhere:GAME", registry.GROUP), **registry._offered()}
    monkeypatch.setattr(registry, "_offered", lambda: entries)
    output = run("games")
    assert "the game 'broken' (nowhere:GAME) cannot be loaded: ModuleNotFoundError" in output.replace("\n", " ")
    assert "schafe-schubsen  3 to 8 players" in output


def test_play_says_which_rule_forbids_an_action(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, "bid 26+\n")
    position = "volle-wolle:2 bidding 1 1,2 S07,S08,S09 -/- .,. 0,0 0,8 .,."
    output = run("play", "volle-wolle", "--position", position, "--seed", "1")
    refusal, rule = output.partition("You cannot do 'bid 26+' now.")[2].splitlines()[:2]
    assert refusal == " Type 'actions' or 'help'."
    assert rule.startswith("VW-2.7 ")


def test_play_previews_an_action_if_nothing_is_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ram = find_game("haste-bock").start(2, HasteBockOptions(layout="default", start=0))
    ram.act(CHANCE, Action("roll white"))
    first = ram.legal_actions(0)[0].text
    type_lines(monkeypatch, f"try {first}\ntry nonsense\nhelp\n")
    output = run(
        "play", "haste-bock", "--option", "layout=default", "--option", "start=0", "--seed", seed_that_rolls_white()
    )
    assert output.count("Albert (you): ram: ") == 1
    assert "You cannot do 'nonsense' now." in output
    assert "try …" in output
    type_lines(monkeypatch, "try 87\nhelp\n")
    secret = run("play", "schafe-schubsen", "--seed", "1")
    assert "You cannot do 'try 87' now." in secret
    assert "try …" not in secret


def seed_that_rolls_white() -> str:
    """A seed with which the command's first throw is white."""
    start = find_game("haste-bock").start(2, HasteBockOptions(layout="default", start=0))
    return next(str(seed) for seed in range(99) if sample_chance(start, Random(f"{seed}/chance")).text == "roll white")


def test_play_hides_the_cards_that_others_lay(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, "87\n")
    output = run("play", "schafe-schubsen", "--seed", "4")
    assert "Yellow (you) lays 87." in output
    assert "Red lays cards." in output
