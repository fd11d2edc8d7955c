"""How a game begins: made, and started."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace

import msgspec
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.advance import begin
from pbem.engine.api import AnyRuleset
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.engine.rng import SECRET_BYTES
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.post import for_master, for_seat, may_wait, pack_notice
from pbem.service.gamefile import GameSpec, MasterSpec, SeatSpec, check_spec
from pbem.service.names import check_name, free_name, name_at, seat_name
from pbem.service.play.describing import (
    first_words,
    how_others_join,
    introduced,
    never_again,
    start_now,
    when_it_begins,
)
from pbem.service.play.dropping import let_go
from pbem.service.play.learning import learners
from pbem.service.play.linking import link_turn, note_linked, promise
from pbem.service.play.masters import running_seats
from pbem.service.play.news import note_told
from pbem.service.play.opening import plan_opening, write_opening
from pbem.service.play.reports import begin_report, due_of, told_to
from pbem.service.play.table import (
    GameProblem,
    humans,
    is_to_begin,
    key_of,
    options_of,
    players_of,
    schedule_of,
)
from pbem.store import audit, games, mail, masters, people
from pbem.store.mastering import MasterRow, Role
from pbem.store.records import (
    NOT_TAKEN,
    GameRow,
    GameStatus,
    NewsWish,
    OutboxDraft,
    SeatKind,
    SeatRow,
)

_GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


def create_game(context: Context, spec: GameSpec) -> GameRow:
    """Make a game of the context's mailbox; start it at once where every seat is taken, if wanted.

    Raises ConfigError or RulesetError for a spec that makes no game, and
    :class:`GameProblem` where the id is taken.
    """
    with context.write() as session:
        return make_game(session, spec)


def make_game(session: Session, spec: GameSpec, *, maker: str = "") -> GameRow:
    """The same within a transaction. `maker` is the address of a game master who need not be
    written to, as they are answered."""
    ruleset, _options = check_spec(spec)
    context, connection = session.context, session.connection
    named = [one.address for one in spec.seats] + [one.address for one in spec.masters]
    if any(map(context.is_own, named)):
        raise GameProblem(_("This is the address of the games themselves."))
    game_id = spec.id or _free_id(connection, ruleset.name)
    check_new_id(connection, game_id)
    row = _new_row(context, ruleset, game_id, spec)
    chairs = tuple(
        _as_wished(connection, chair, one)
        for chair, one in zip(
            _new_seats(context, ruleset, game_id, spec.seats), spec.seats, strict=True
        )
    )
    games.add_game(connection, row, chairs)
    _appoint(session, row, spec.masters, maker)
    if is_to_begin(row, chairs):
        return start_game(session, row)
    mail.queue_mails(connection, [welcome(context, row, s, chairs) for s in humans(chairs)])
    return row


def _appoint(session: Session, game: GameRow, specs: Sequence[MasterSpec], maker: str) -> None:
    """Let those whom its file names run a new game, each with an address that counts."""
    by = next((one.name for one in specs if maker and one.address.lower() == maker), "")
    for number, spec in enumerate(specs, start=1):
        values = msgspec.structs.asdict(spec) | {"address": spec.address.lower()}
        row = MasterRow(game=game.id, number=number, **values)
        masters.add_master(session.connection, row)
        if row.address != maker:
            mail.queue_mails(session.connection, [appointed(session, game, row, by)])


def appointed(session: Session, game: GameRow, master: MasterRow, by: str = "") -> OutboxDraft:
    """Welcome to somebody who is to run a game, with the address that counts; `by` is the name of
    whoever has said so."""
    begins = game.status is GameStatus.FORMING and master.role is Role.OWNER
    context, count = session.context, len(games.seats_of(session.connection, game.id))
    with in_language(context, master.language):
        notice = Notice(
            title=_("You run {game}").format(game=game.title),
            paragraphs=(
                *([_("{name} has named you for it.").format(name=by)] if by else ()),
                introduced(context, game, count),
                office(master.role),
                *([start_now()] if begins else ()),
                _("Reply to this mail with commands, one on each line: HELP tells them all."),
                _("Only replies to mails that were sent to you alone count. Do not pass them on."),
                never_again(),
            ),
            game_title=game.title,
            answer=False,
        )
        header = for_master(context, game, master)
        return pack_notice(context, notice, header, game=game.id, turn=game.turn)


def office(role: Role) -> str:
    """What somebody who runs a game may do in it."""
    if role is Role.OWNER:
        return _("You are an owner of the game: all commands of its game masters are yours.")
    return _(
        "You are an assistant: you look after turns and time, and write to players. Who plays, "
        "what players keep from each other, and how the game ends is for its owners."
    )


def check_new_id(connection: Connection, game_id: str, given_as: str = "id") -> None:
    """Raise :class:`GameProblem` where no new game can have this id; `given_as` is where it was
    given."""
    if not _GAME_ID.fullmatch(game_id):
        said = _("{id}: write 1 to 31 of a-z, 0-9 and '-'")
    elif games.find_game(connection, game_id):
        said = _("there is a game {id} already; name another")
    else:
        return
    raise GameProblem(f"{given_as}: {said.format(id=repr(game_id))}")


def new_secret() -> bytes:
    """What all that chance decides in one game is drawn from."""
    return secrets.token_bytes(SECRET_BYTES)


def _new_row(context: Context, ruleset: AnyRuleset, game_id: str, spec: GameSpec) -> GameRow:
    zone = spec.schedule.zone or context.config.service.zone
    schedule = msgspec.structs.replace(spec.schedule, zone=zone)
    return GameRow(
        id=game_id,
        title=spec.title or game_id.replace("-", " ").title(),
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        options=msgspec.to_builtins(spec.options),
        schedule=msgspec.to_builtins(schedule),
        start_when_full=spec.start == "full",
        secret=new_secret(),
        status=GameStatus.FORMING,
        turn=0,
        revision=0,
        head="",
        opened=None,
        deadline=None,
        closes=None,
        reminded=0,
        stalled=None,
        paused=None,
        created=context.clock.now(),
        finished=None,
        outcome=None,
        press=tuple(dict.fromkeys(spec.press.kinds)),
        votes=spec.votes,
        joining=spec.join,
        observers=spec.observers,
        public=spec.public,
        release_after=spec.release_seconds,
        reliability=spec.reliability,
        mailbox=context.mailbox,
    )


def _new_seats(
    context: Context, ruleset: AnyRuleset, game: str, specs: Sequence[SeatSpec]
) -> tuple[SeatRow, ...]:
    """The seats of a new game; who has no name is called after the address or the bot."""
    names: dict[int, str] = {}
    numbered = list(enumerate(specs, start=1))
    for seat, spec in sorted(numbered, key=lambda one: _giving_way(one[1])):
        others = tuple(names.values())
        name = seat_name(spec.bot.capitalize() if spec.bot else "Player", seat, others)
        if spec.name:
            name = check_name(spec.name, others, ruleset)
        elif spec.address:
            name = free_name((name_at(spec.address),), others, ruleset, name)
        names[seat] = name
    return tuple(
        _new_seat(context, ruleset, game, seat, spec, names[seat]) for seat, spec in numbered
    )


def _giving_way(spec: SeatSpec) -> int:
    """Whose name gives way to those of lower figures."""
    return 0 if spec.name else 1 if spec.address else 2


def _new_seat(
    context: Context, ruleset: AnyRuleset, game: str, seat: int, spec: SeatSpec, name: str
) -> SeatRow:
    kind = SeatKind.BOT if spec.bot else SeatKind.HUMAN if spec.address else SeatKind.OPEN
    return SeatRow(
        game=game,
        seat=seat,
        name=name,
        kind=kind,
        bot=spec.bot or ruleset.house_bot,
        address=spec.address.lower() or None,
        zone=spec.zone or context.config.service.zone,
        language=spec.language,
        standing=(),
        quiet=spec.quiet,
        news=NewsWish(spec.news),
    )


def _as_wished(connection: Connection, chair: SeatRow, spec: SeatSpec) -> SeatRow:
    """A new seat with what its owner wishes in all their games, where the game says nothing."""
    if not spec.address:
        return chair
    wishes = people.wishes_of(connection, chair.address or "")
    said = {key for key in ("zone", "language", "quiet") if getattr(spec, key)}
    return structs.replace(chair, **{key: wish for key, wish in wishes.items() if key not in said})


def _free_id(connection: Connection, ruleset: str) -> str:
    """The ruleset's name with a number: one that is free, behind one that is not. Found by halves,
    as there may be very many."""
    stem = ruleset[:24]
    taken, free = 0, 1
    while games.is_game(connection, f"{stem}-{free}"):
        taken, free = free, 2 * free
    while free - taken > 1:
        middle = (taken + free) // 2
        if games.is_game(connection, f"{stem}-{middle}"):
            taken = middle
        else:
            free = middle
    return f"{stem}-{free}"


def welcome(
    context: Context, game: GameRow, seat: SeatRow, chairs: tuple[SeatRow, ...]
) -> OutboxDraft:
    """Welcome to a game that has not begun."""
    with in_language(context, seat.language):
        leave = _("Reply with WITHDRAW to give your seat back before the start.")
        notice = Notice(
            title=_("You have a seat in {game}").format(game=game.title),
            paragraphs=(
                _("You play {ruleset} as {name}.").format(
                    ruleset=load(game.ruleset).title, name=seat.name
                ),
                introduced(context, game, len(chairs)),
                when_it_begins(game, chairs),
                *promise(game),
            ),
            bullets=(
                first_words(),
                *(() if is_to_begin(game, chairs) else (leave,)),
                *how_others_join(game, chairs),
            ),
            game_title=game.title,
        )
        header = for_seat(context, game, seat, turn=0)
        return pack_notice(context, notice, header, game=game.id, turn=0, seat=seat.seat)


def start_game(session: Session, row: GameRow) -> GameRow:
    """Seat house bots where nobody sits, set the game up and open turn 1."""
    if row.status != GameStatus.FORMING:
        raise GameProblem(_("{game} has begun already.").format(game=row.title))
    seats = games.seats_of(session.connection, row.id)
    names = [seat.name for seat in seats if seat.kind not in NOT_TAKEN]
    for seat in seats:
        if seat.kind in NOT_TAKEN:
            let_go(session, row, seat)
            names.append(seat_name(seat.bot.capitalize(), seat.seat, names))
            games.change_seat(
                session.connection, row.id, seat.seat, kind=SeatKind.BOT, name=names[-1]
            )
    seats = games.seats_of(session.connection, row.id)
    ruleset, schedule, now = load(row.ruleset), schedule_of(row), session.context.clock.now()
    confirmations = tuple(seat.confirmation for seat in seats)
    row = structs.replace(row, confirmations=confirmations)
    made = begin(ruleset, options_of(row), players_of(seats), key_of(row))
    state = made.state
    opening = plan_opening(
        session.context,
        ruleset,
        state,
        game=row.id,
        turn=1,
        opened=now,
        schedule=schedule,
        seats=seats,
        later={},
    )
    unlinked = mail.unlinked_mails(session.connection, row.id)
    acts = audit.unlinked_acts(session.connection, row.id)
    setup = link_turn(
        ruleset,
        row,
        seats,
        made,
        turn=0,
        closed=now,
        unlinked=unlinked,
        played={},
        acts=acts,
    )
    games.add_turn(session.connection, setup, ())
    note_linked(session.connection, row.id, unlinked, acts, 0)
    games.change_game(
        session.connection,
        row.id,
        status=GameStatus.RUNNING,
        ruleset_version=ruleset.version,
        turn=1,
        head=setup.hash,
        confirmations=confirmations,
        opened=now,
        deadline=opening.deadline,
        closes=opening.closes,
        reminded=0,
    )
    write_opening(session.connection, row.id, opening)
    started = games.find_game(session.connection, row.id)
    assert started is not None
    asks = {ask.seat: ask for ask in ruleset.rules.asks(state)}
    written = []
    new, context = learners(session.connection, row, humans(seats), {}), session.context
    running = running_seats(context, session.connection, row.id, seats)
    for seat in humans(seats):
        view = ruleset.rules.view(state, seat.seat)
        told = told_to(
            seat.seat,
            view,
            (),
            ask=asks.get(seat.seat),
            owing=opening.owing(humans(seats)),
            stored={},
            learns=seat.seat in new,
        )
        begun = begin_report(context, ruleset, started, seat, seats, schedule, told, running)
        one, due = begun.composed(), due_of(started, told.ask)
        written.append(replace(one, draft=may_wait(context, one.draft, seat, due)))
    note_told(session.connection, row, written, 0, now)
    mail.queue_mails(session.connection, [one.draft for one in written])
    return started
