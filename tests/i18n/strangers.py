"""What is read by whoever writes without proof of who they are, and what players hear of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake import obeying
from pbem.service.intake.digests import send_digests
from pbem.service.intake.quarantine import accept, waiting_mails
from tests.i18n.saying import (
    CHAIRS,
    MOVE,
    NNT,
    OTHER,
    SERVICE,
    STRANGER,
    TTT,
    new_game,
    say,
)
from tests.service.world import World


def too_much_without_proof(world: World, _patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    for _mail in range(40):
        world.write(TTT, "JOIN nwhr AS Zzz", to=SERVICE)
    world.poll()
    world.clock.move(hours=2)
    send_digests(world.context)


def a_sender_that_is_disowned(world: World, _patch: pytest.MonkeyPatch) -> None:
    trusting = msgspec.structs.replace(world.context.config.mail, trusted_authserv=("mx.test",))
    config = msgspec.structs.replace(world.context.config, mail=trusting)
    world.context = replace(world.context, config=config)
    new_game(world)
    result = {"Authentication_Results": "mx.test; dmarc=fail header.from=example.org"}
    world.reply(TTT, MOVE, **result)
    new_game(world, id="plnd", title="Plnd", seats=(*CHAIRS[:2], SeatSpec(), SeatSpec()))
    world.write(NNT, "JOIN plnd AS Nnt", to=SERVICE)
    world.poll()
    world.reply(NNT, "JOIN", to=world.last(NNT, kind="join"), **result)
    world.poll()


def nothing_to_join(world: World, _patch: pytest.MonkeyPatch) -> None:
    world.write(STRANGER, "HELP", to=SERVICE)
    world.poll()


def strange_mail(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    report = world.last(TTT, kind="report")
    world.reply(STRANGER, MOVE, to=report)
    world.write(STRANGER, "hll", to=SERVICE)
    world.write(STRANGER, "", to=SERVICE)
    world.write(TTT, MOVE, to=SERVICE)
    world.write(TTT, "", to=SERVICE, subject="unsubscribe")
    world.poll()
    accept(world.context, waiting_mails(world.context)[0].id)
    head = f"From: {TTT}\nTo: {report['Reply-To']}\nSubject: rdrs\nMIME-Version: 1.0\n"
    for number, body in enumerate(
        (
            "Content-Type: application/pkcs7-mime\n\nx\n",
            "Content-Type: application/ms-tnef\n\nx\n",
            "\n" + "x" * (world.context.config.mail.max_bytes + 10),
            "\n \n",
            "".join(
                f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(60)
            ),
            'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\n'
            f"{MOVE}\n--b\nContent-Disposition: attachment; filename=mv.txt\n\n{OTHER}\n--b--\n",
        )
    ):
        world.deliver(f"Message-ID: <{number}@example.org>\n{head}{body}".encode())
    world.poll()
    patch.setattr(obeying, "extract", _breaks)
    for _attempt in range(4):
        say(world, MOVE)


def _breaks(*_values: Any, **_named: Any) -> None:
    raise RuntimeError("this test wants a mail that cannot be processed")


SCENES = (
    too_much_without_proof,
    a_sender_that_is_disowned,
    nothing_to_join,
    strange_mail,
)
