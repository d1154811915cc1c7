"""Start the table server."""

from __future__ import annotations

import argparse
import os
import socket
from ipaddress import ip_network

from rich.text import Text

from sheepfold.commands.shared import console, positive
from sheepfold.core.errors import OptionError
from sheepfold.core.registry import broken_games

LAST_PORT = 65535
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 compared with, not bound to
ANYWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=port, default=8000, help="the port to listen on (default: 8000)")
    parser.add_argument(
        "--database",
        default=os.environ.get("SHEEPFOLD_DATABASE", "sqlite:///sheepfold.db"),
        metavar="URL",
        help="sqlite:///FILE or postgresql://… (default: SHEEPFOLD_DATABASE, else sqlite:///sheepfold.db)",
    )
    parser.add_argument(
        "--thinkers", type=positive, default=1, metavar="N", help="number of processes for bots (default: 1)"
    )
    parser.add_argument(
        "--messages-per-second", type=positive, metavar="N", help="rate limit per connection (default: 20)"
    )
    parser.add_argument(
        "--sockets-per-address", type=positive, metavar="N", help="limit of open connections (default: 300)"
    )
    parser.add_argument(
        "--trusted-proxy",
        type=network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address or network of a reverse proxy whose X-Forwarded-For to trust; may be repeated",
    )
    parser.add_argument(
        "--tables-per-person", type=positive, metavar="N", help="limit of unfinished tables (default: 20)"
    )
    parser.add_argument(
        "--bot-tables-per-address",
        type=positive,
        metavar="N",
        help="limit of unfinished tables with bots only (default: 20)",
    )


def port(text: str) -> int:
    if positive(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"ports go up to {LAST_PORT}")
    return int(text)


def network(text: str) -> str:
    try:
        ip_network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not an address or a network: {error}") from None
    return text


def own_address() -> str:
    """The address of this machine in the local network. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
        except OSError:  # there is no network
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def run(given: argparse.Namespace) -> None:
    try:
        from sheepfold.server.http.app import Configuration
        from sheepfold.server.http.static import MISSING, is_built
        from sheepfold.server.ops.limits import Limits
        from sheepfold.server.serve import serve
        from sheepfold.server.store.database import display_name
    except ModuleNotFoundError as error:
        raise OptionError(f"the server needs more packages ({error}): pip install 'sheepfold[server]'") from None
    given_limits = {
        "messages_per_second": given.messages_per_second,
        "open_tables": given.tables_per_person,
        "bot_tables": given.bot_tables_per_address,
        "sockets_per_address": given.sockets_per_address,
    }
    limits = Limits(**{name: value for name, value in given_limits.items() if value is not None})
    configuration = Configuration(
        database=given.database, thinkers=given.thinkers, limits=limits, proxies=tuple(given.trusted_proxy)
    )
    host = own_address() if given.host in EVERYWHERE else given.host
    host = f"[{host}]" if ":" in host else host  # IPv6

    def announce() -> None:
        out = console()
        out.print(f"Sheepfold is at http://{host}:{given.port} (stop it with Ctrl-C)")
        # Without markup, so that any path is printed as it is.
        out.print(f"Games are stored in {display_name(given.database)}", markup=False, emoji=False, soft_wrap=True)
        if not is_built():
            out.print(MISSING, soft_wrap=True)
        for problem in broken_games():
            out.print(Text(f"Not playable: {problem}", style="red"), soft_wrap=True)

    serve(configuration, given.host, given.port, announce)
