"""What happens on the stage: each scene a new thing that the service does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbem.service.gamefile import MasterSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from pbem.service.schedule import Extensions, Schedule
from pbem.store.joining import Joining
from tests.service import relay
from tests.service.stage import Stage

# The scenes -------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """``prepare`` leaves a service to which the mails that it returns then come, and ``hours``
    after the start it goes through ``rounds`` rounds. ``shown`` says whether it went through what
    the scene is for."""

    name: str
    prepare: Callable[[Stage], Sequence[bytes]]
    shown: Callable[[Stage], bool]
    hours: float = 0.01
    rounds: int = 2
    answers_per_hour: int = 20


def _orders(stage: Stage) -> list[bytes]:
    """Both players of a game order, so that its turn closes; one has second thoughts."""
    stage.new_game("anna", "boris", ruleset="hegemon", options={})
    stage.live()
    first, better = "Economy 60% coop 50 with 0-100 comp 50", "Environment 40% comp 100"
    return [
        stage.reply("anna", first),
        stage.reply("boris", f"{first}\n@ Defense 30%\nTURN 3: {better}"),
        stage.reply("anna", better, 2),
    ]


def _preview(stage: Stage) -> list[bytes]:
    stage.new_game("anna", "boris")
    stage.live()
    return [stage.reply("anna", "PREVIEW\nMOVE 7"), stage.reply("boris", "WITHDRAW\nSTATUS")]


def _failing(stage: Stage) -> list[bytes]:
    """A mail over which the desk falls at every attempt, beside one that is good."""
    stage.new_game("anna", "boris")
    stage.live()
    return [stage.reply("anna", f"MOVE {relay.CURSED}"), stage.reply("boris", "GUARD 3")]


def _voting(stage: Stage) -> list[bytes]:
    """One player puts a deadline off and proposes to end the game, the other agrees."""
    schedule = Schedule(every="2h", second_thoughts="0m", extensions=Extensions(times=1))
    stage.new_game("anna", "boris", schedule=schedule)
    stage.live()
    return [stage.reply("anna", "EXTEND 1\nVOTE END"), stage.reply("boris", "VOTE END")]


def _reminder(stage: Stage) -> list[bytes]:
    stage.new_game(
        "anna", "boris", schedule=Schedule(every="2h", reminders=("90m",), second_thoughts="0m")
    )
    stage.live()
    stage.live(hours=0.4)
    return []


def _absence(stage: Stage) -> list[bytes]:
    """No orders have come by the deadline, and the game waits once more."""
    stage.new_game("anna", "boris", schedule=Schedule(every="20m", reminders=(), waits=1))
    stage.live()
    stage.live(hours=0.1)
    return []


def _digest(stage: Stage) -> list[bytes]:
    stage.new_game("anna", "boris")
    stage.live()
    asked = ("STATUS", "HELP", "NEWS DIGEST", "STATUS")
    stage.post(*(stage.reply("anna", text, number) for number, text in enumerate(asked)))
    stage.live(hours=0.01)
    return []


def _outage(stage: Stage) -> list[bytes]:
    """Mail could not be read for hours; a turn that fell due meanwhile has that much longer."""
    stage.new_game(
        "anna", "boris", schedule=Schedule(every="2h", reminders=(), second_thoughts="0m")
    )
    stage.live()
    return [stage.reply("anna", "MOVE 7")]


def _bounces(stage: Stage) -> list[bytes]:
    """Two mails to a player come back, so that a third is held."""
    stage.new_game("anna", "boris")
    stage.new_game("anna", "boris", id="autumn")
    stage.live()
    letters = [stage.bounce("boris", 1), stage.reply("anna", "MOVE 7")]
    stage.post(stage.bounce("boris", 0))
    stage.live(hours=0.001)
    return letters


def _asking(stage: Stage) -> list[bytes]:
    """Somebody asks for a seat, and somebody to give one up: nothing has changed hands yet."""
    stage.new_game("anna", "boris")
    stage.new_game("boris", "", id="autumn")
    stage.live()
    return [stage.letter("chiara", "JOIN autumn AS Chiara"), stage.reply("anna", "RESIGN")]


def _confirming(stage: Stage) -> list[bytes]:
    """Both confirm it: the last free seat is taken, so that a game begins, and one given up."""
    stage.post(*_asking(stage))
    stage.live()
    answers = {"chiara": "JOIN", "anna": "RESIGN"}
    letters = []
    for player, word in answers.items():
        asked = next(m for m in reversed(stage.mails(player)) if m["X-Pbem"] == "notice")
        to, subject = str(asked["Reply-To"]), f"Re: {asked['Subject']}"
        letters.append(stage.letter(player, word, 2, to=to, subject=subject))
    return letters


def _readdressing(stage: Stage) -> list[bytes]:
    """A new address confirms that somebody plays from it, and another player asks for one."""
    stage.new_game("anna", "boris")
    stage.live()
    stage.post(stage.reply("anna", f"PROFILE ADDRESS {stage.at('eve')}"))
    stage.live()
    asked = f"PROFILE ADDRESS {stage.at('dora')}"
    return [_to_mail(stage, "eve", "CONFIRM", -1), stage.reply("boris", asked)]


def _substitute(stage: Stage) -> list[bytes]:
    """Somebody takes a seat over for a while; another's is handed back by whoever plays it."""
    stage.new_game("anna", "boris")
    stage.live()
    asked = "SUBSTITUTE {} UNTIL tomorrow"
    lent = {"anna": "dora", "boris": "eve"}
    stage.post(*[stage.reply(one, asked.format(stage.at(lent[one]))) for one in lent])
    stage.live()
    stage.post(_to_mail(stage, "eve", "ACCEPT", -1))
    stage.live()
    return [_to_mail(stage, "dora", "ACCEPT", -1), stage.reply("eve", "SUBSTITUTE END")]


def _standing_by(stage: Stage) -> list[bytes]:
    """A seat that fell free is taken, another is declined and offered to the next on the list; and
    somebody confirms that they stand by."""
    stage.new_game("anna", "boris", "chiara")
    stage.live()
    for player in ("dora", "eve", "fritz"):
        stage.post(stage.letter(player, "STANDBY spring"))
        stage.live()
        if player != "fritz":
            stage.post(_to_mail(stage, player, "CONFIRM", -1))
            stage.live()
    with stage.context() as context:
        for seat in (1, 2):
            by_operator(context, "spring", eject, seat)
    stage.live()
    answers = [_to_mail(stage, "dora", "ACCEPT", -1), _to_mail(stage, "eve", "DECLINE", -1)]
    return [*answers, _to_mail(stage, "fritz", "CONFIRM", -1)]


def _watching(stage: Stage) -> list[bytes]:
    """The turn closes of a game that somebody watches, and another asks to watch it."""
    stage.new_game("anna", "boris")
    stage.live()
    stage.post(stage.letter("eve", "WATCH spring"))
    stage.live()
    stage.post(_to_mail(stage, "eve", "WATCH", -1))
    stage.live()
    stage.post(_to_mail(stage, "eve", "NEWS EACH TURN", -1))
    stage.live()
    orders = [stage.reply("anna", "MOVE 7"), stage.reply("boris", "GUARD 3")]
    return [*orders, stage.letter("dora", "WATCH spring")]


def _mastering(stage: Stage) -> list[bytes]:
    """A game master confirms that the open turn closes, and asks for two things more."""
    stage.new_game("anna", "boris", masters=(MasterSpec(address=stage.at("eve")),))
    stage.live()
    stage.post(_to_mail(stage, "eve", "CLOSE NOW", -1))
    stage.live()
    asked = "NOTE Boris is late\nEJECT 2\nTO Anna: hello\nEND"
    return [_to_mail(stage, "eve", "CONFIRM", -1), _to_mail(stage, "eve", asked, 0)]


def _gathering(stage: Stage) -> list[bytes]:
    """A game master invites somebody to one game, and approves of the last player of another,
    which begins."""
    mine = {"masters": (MasterSpec(address=stage.at("eve")),)}
    stage.new_game("anna", "", **mine)
    stage.new_game("anna", "", id="autumn", **mine, join=Joining.APPROVE)
    stage.live()
    stage.post(stage.letter("dora", "JOIN autumn AS Dora"))
    stage.live()
    stage.post(_to_mail(stage, "dora", "JOIN", -1))
    stage.live()
    wanted = f"INVITE {stage.at('chiara')}"
    made = next(m for m in stage.mails("eve") if "+spring." in str(m["Reply-To"]))
    invites = stage.letter("eve", wanted, 2, to=str(made["Reply-To"]), subject="Re: spring")
    return [invites, _to_mail(stage, "eve", "APPROVE Dora", -1)]


def _creating(stage: Stage) -> list[bytes]:
    """Somebody makes a game by mail in which a player sits, and the mail comes twice."""
    stage.post(stage.letter("gm", "TEMPLATES"))
    stage.live()
    file = (
        'CREATE\nid = "autumn"\nruleset = "relay"\noptions.movers = [1, 2]\n'
        f'seats = [{{name = "Anna", address = "{stage.at("anna")}"}}, {{}}]\n'
        f'masters = [{{address = "{stage.at("eve")}"}}]'
    )
    # Without a date Postfix would write one into each copy, and they were two mails.
    letter = b"Date: Mon, 2 Mar 2026 12:00:00 +0000\n" + _to_mail(stage, "gm", file, -1)
    return [letter, letter]


def _releasing(stage: Stage) -> list[bytes]:
    """A turn is closed whose results wait; its master lets them out, and those of another game
    go out by themselves."""
    mine = {"masters": (MasterSpec(address=stage.at("eve")),), "release": "master"}
    stage.new_game("anna", "boris", **mine, release_after="20m")
    stage.new_game("chiara", "dora", id="autumn", **mine, release_after="5m")
    stage.live()
    orders = [stage.reply("anna", "MOVE 7"), stage.reply("boris", "GUARD 3")]
    stage.post(*orders, stage.reply("chiara", "MOVE 7"), stage.reply("dora", "GUARD 3"))
    stage.live(hours=0.01, rounds=2)
    shown = [m for m in stage.mails("eve") if "wait for you" in str(m["Subject"])]
    waiting = next(m for m in shown if "+spring." in str(m["Reply-To"]))
    to, subject = str(waiting["Reply-To"]), f"Re: {waiting['Subject']}"
    return [stage.letter("eve", "RELEASE", 2, to=to, subject=subject)]


def _taking_back(stage: Stage) -> list[bytes]:
    """A game master confirms that a game goes back by a turn; orders come for what no longer is."""
    stage.new_game("anna", "boris", masters=(MasterSpec(address=stage.at("eve")),))
    stage.live()
    stage.post(stage.reply("anna", "MOVE 7"), stage.reply("boris", "GUARD 3"))
    stage.live(hours=0.01)
    stage.post(_to_mail(stage, "eve", "ROLLBACK 1", -1))
    stage.live(hours=0.02)
    return [_to_mail(stage, "eve", "CONFIRM", -1), stage.reply("anna", "MOVE 5", 2)]


def _to_mail(stage: Stage, player: str, text: str, place: int) -> bytes:
    """A reply to one of somebody's mails, counted as lists are."""
    to = stage.mails(player)[place]
    address, subject = str(to["Reply-To"]), f"Re: {to['Subject']}"
    return stage.letter(player, text, len(text), to=address, subject=subject)


def _late_news(stage: Stage) -> list[bytes]:
    """Someone of whom nothing is asked hears once a day of what the others did."""
    stage.new_game("anna", "boris", "chiara")
    stage.live()
    stage.post(stage.reply("anna", "MOVE 7"))
    stage.live(hours=0.01)
    stage.live(hours=23.9)
    return []


def _talk(stage: Stage) -> list[bytes]:
    """A letter waits for second thoughts, and others come with orders, and take another back."""
    stage.new_game("anna", "boris", "chiara")
    stage.live()
    stage.post(stage.reply("anna", "TO ALL:\nhello\nTO ALL:\nnot this"))
    stage.live(hours=0.01)
    orders = "MOVE 7\nTO Chiara:\nI move\nEND"
    return [stage.reply("anna", "UNSAY 2", 2), stage.reply("boris", orders)]


def _after_all(stage: Stage) -> list[bytes]:
    """The last turn is played, and its players hear of it."""
    stage.new_game("anna", "boris", options={"turns": 1, "movers": (1, 2)})
    stage.live()
    return [stage.reply("anna", "MOVE 7"), stage.reply("boris", "GUARD 7")]


SCENES = (
    Scene("orders", _orders, lambda s: s.count("turns") == 2),
    Scene("readdressing", _readdressing, lambda s: s.count("readdressings") == 2),
    Scene(
        "watching",
        _watching,
        lambda s: (s.count("observers"), s.count("outbox", kind="spectator")) == (2, 2),
    ),
    Scene("substitute", _substitute, lambda s: s.count("substitutions") == 1),
    Scene(
        "standby",
        _standing_by,
        lambda s: (s.count("standbys"), s.count("pending", act="offer")) == (1, 1),
    ),
    Scene("preview", _preview, lambda s: s.count("outbox", kind="answer") == 1),
    Scene("failing", _failing, lambda s: s.count("inbox", status="quarantined") == 1, rounds=4),
    Scene("reminder", _reminder, lambda s: s.count("outbox", kind="reminder") == 1, hours=0.6),
    Scene("voting", _voting, lambda s: s.count("games", status="finished") == 1),
    Scene("absence", _absence, lambda s: s.count("seats", waited=1) == 1, hours=0.4),
    Scene(
        "digest", _digest, lambda s: s.count("outbox", kind="digest") == 1, 1.1, answers_per_hour=1
    ),
    Scene("outage", _outage, lambda s: s.count("outbox", kind="notice") == 2, hours=1.5),
    Scene("bounces", _bounces, lambda s: s.count("contacts", held=True) == 1),
    Scene("asking", _asking, lambda s: s.count("pending") == 2),
    Scene(
        "confirming",
        _confirming,
        lambda s: s.count("games", status="running") == 2 and s.count("pending", act="return") == 1,
    ),
    Scene(
        "mastering",
        _mastering,
        lambda s: (s.count("turns"), s.count("audit"), s.count("confirmations")) == (2, 3, 1),
    ),
    Scene(
        "gathering",
        _gathering,
        lambda s: (
            s.count("invitations") == 1
            and s.count("pending", act="invite") == 1
            and s.count("games", status="running") == 1
        ),
    ),
    Scene(
        "creating",
        _creating,
        lambda s: (s.count("games"), s.count("masters"), len(s.mails("gm"))) == (1, 2, 1),
    ),
    Scene(
        "releasing",
        _releasing,
        lambda s: s.count("turns") == 4 and s.count("games", releases=None, turn=2) == 2,
        hours=0.3,
    ),
    Scene(
        "taking back",
        _taking_back,
        lambda s: (
            (s.count("turns"), s.count("undone_turns"), s.count("games", turn=1)) == (1, 1, 1)
        ),
        hours=0.03,
    ),
    Scene(
        "talk",
        _talk,
        lambda s: s.count("press_copies", told=None) == 0 and len(s.mails("chiara")) == 2,
        hours=0.2,
        rounds=3,
    ),
    Scene("late news", _late_news, lambda s: len(s.mails("chiara")) == 1, hours=24.1),
    Scene("the end", _after_all, lambda s: s.count("outbox", kind="story") == 2),
)
