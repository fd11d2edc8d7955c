"""Obeys the mail of somebody who may make games: who proves it by a token of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from pbem.engine.i18n import _, ngettext
from pbem.engine.registry import load, names
from pbem.engine.report import Form, Forms
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import COMMANDS, Command, Who
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Chapter, Excerpt, File, Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import (
    creators_nonce,
    for_creator,
    for_master,
    language_at,
    pack_notice,
)
from pbem.service.gamefile import GameSpec
from pbem.service.intake.batch import Settled
from pbem.service.intake.commands.helping import told
from pbem.service.intake.incoming import (
    Incoming,
    answerable,
    done,
    letter_of,
    note_alive,
    once_read,
)
from pbem.service.intake.limits import (
    counts_anew,
    is_idle_again,
    room_for,
    within_limit,
)
from pbem.service.intake.master_session import nothing_found
from pbem.service.intake.strangers import Obeyed, asked_in_subject
from pbem.service.intake.unproven import ENOUGH, disowned, unproven
from pbem.service.making.making import NoGame, make, spec_asked_for
from pbem.service.making.mistakes import Mistake
from pbem.service.making.request import Request, read_request
from pbem.service.making.templates import template_names, template_spec, template_text
from pbem.service.making.writing import file_of
from pbem.service.play.describing import (
    described,
    how_others_join,
    start_now,
    when_it_begins,
)
from pbem.service.play.table import GameProblem
from pbem.store import facts, games, masters
from pbem.store.joining import Joining
from pbem.store.records import GameRow, GameStatus, InboxStatus, OutboxDraft, new_nonce

MOST_ANSWERED = 5
"""Different commands of one mail that are answered."""


def shows_creator(session: Session, claims: Iterable[address.Claim], incoming: Incoming) -> bool:
    """Whether a mail shows the token of its own sender, who may make games."""
    sender = incoming.head.sender
    if incoming.guard.bulk or not session.context.config.mail.may_create(sender):
        return False
    nonce = creators_nonce(sender, _nonce(session, sender))
    return any(
        isinstance(claim.route, address.CreatorRoute)
        and address.authentic(session.context.accepted_keys, claim, nonce)
        for claim in claims
    )


def settle_creator(session: Session, incoming: Incoming) -> Settled:
    """What a mail with such a token comes to. Raises UnreadableMail."""
    if incoming.dmarc is Dmarc.FAIL:
        return disowned(session, incoming)
    note_alive(session.connection, incoming)
    letter, sender = letter_of(incoming), incoming.head.sender
    request = read_request(letter, asked_in_subject(session.connection, letter, of_master=True))
    obeyed = _obeyed(session, letter, request)
    if incoming.guard.doubtful and not obeyed.ordered:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if obeyed.ordered:
        counts_anew(session, sender, incoming.known)
    elif is_idle_again(session, sender, proven=True):
        return done(incoming, InboxStatus.DONE, f"{obeyed.note}; {ENOUGH}")
    drafts = answerable(once_read(incoming, obeyed), obeyed.drafts)
    drafts = within_limit(
        session.context, drafts, room_for(session.context, incoming.batch, sender)
    )
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts)


def ask_creator(session: Session, incoming: Incoming) -> Settled | None:
    """A mail of somebody who may make games and asks for that, but proves nothing: they get an
    address that counts. None where the mail is about anything else."""
    sender = incoming.head.sender
    if not session.context.config.mail.may_create(sender) or incoming.dmarc is Dmarc.FAIL:
        return None
    letter = letter_of(incoming)
    request = read_request(letter, asked_in_subject(session.connection, letter))
    asked = [command for command in request.commands if command.verb == "TEMPLATES"]
    if request.create is None and not asked:
        return None
    notice = _asking() if request.create is not None else _templates(session, asked[0])
    drafts = unproven(session.context, incoming, (_answer(session, letter, notice),), plays=True)
    return done(incoming, InboxStatus.DONE, "asks for a game without a valid token", drafts)


def elsewhere(session: Session, letter: Letter, sender: str) -> OutboxDraft | Notice:
    """Where games are made: not in the mail of a game. Who may make some gets an address for it."""
    if not session.context.config.mail.may_create(sender):
        return Notice(
            title=_("No game was made"),
            paragraphs=(
                _("Only people whom the operator of this service has named may make games."),
            ),
            warning=True,
        )
    notice = Notice(
        title=_("Games are made by a mail of their own"),
        paragraphs=(_("Reply to this mail with CREATE or TEMPLATES. Nothing was changed."),),
        warning=True,
    )
    return _answer(session, letter, notice)


def _asking() -> Notice:
    return Notice(
        title=_("Please send once more what game you want to make"),
        paragraphs=(
            _(
                "Your mail did not carry a reply address of yours, so it could have been written "
                "by anyone. Nothing was changed."
            ),
            _("Reply to this mail with all of it, the file too, and it counts."),
        ),
        warning=True,
    )


def _obeyed(session: Session, letter: Letter, request: Request) -> Obeyed:
    verbs = [command.verb for command in request.commands]
    preview = "PREVIEW" in verbs
    if "NEWKEY" in verbs and not preview:
        facts.write_fact(session.connection, _fact(letter.sender), new_nonce())
    others = [
        one
        for one in request.commands
        if one.verb in _ANSWERS and not (preview and one.verb == "NEWKEY")
    ][:MOST_ANSWERED]
    drafts = [
        _answer(session, letter, _ANSWERS[one.verb](session, one), kind=_kind(one))
        for one in others
    ]
    if request.create is not None:
        drafts.append(_created(session, letter, request, preview=preview))
    if not drafts:
        own = [line.text for line in letter.body.lines if not line.depth and line.kind == "text"]
        answer = _answer(session, letter, nothing_found(own))
        return Obeyed("no command found", (answer,), ordered=False)
    said = [one.verb.lower() for one in others] + ["create"] * (request.create is not None)
    return Obeyed(", ".join(["makes games", *said]), tuple(drafts))


def _created(session: Session, letter: Letter, request: Request, *, preview: bool) -> OutboxDraft:
    """The answer to a CREATE."""
    try:
        spec = spec_asked_for(session, request)
        if preview:
            return _answer(session, letter, _previewed(session, spec))
        game = make(session, spec, letter.sender, letter.sender_name)
    except NoGame as problem:
        return _answer(session, letter, _refused(problem))
    own = masters.masters_of(session.connection, game.id)[0]
    with in_language(session.context, own.language):
        header = for_master(session.context, game, own, in_reply_to=letter.message_id)
        notice = _made(session, game)
        return pack_notice(
            session.context, notice, header, kind="answer", game=game.id, turn=game.turn
        )


def _made(session: Session, game: GameRow) -> Notice:
    chairs = games.seats_of(session.connection, game.id)
    forms = game.status is GameStatus.FORMING
    return Notice(
        title=_("You run {game}").format(game=game.title),
        paragraphs=(
            _("The game {id} is made: {seats} seats of {ruleset}.").format(
                id=game.id, seats=len(chairs), ruleset=load(game.ruleset).title
            ),
            when_it_begins(game, chairs)
            if forms
            else _("All its seats are taken, and it has begun."),
            *([start_now()] if forms else ()),
            *(
                [_("Nobody joins it but whom you invite: INVITE Anna <anna@example.org>.")]
                if forms and game.joining is Joining.INVITED
                else ()
            ),
            _("Reply to this mail with commands, one on each line: HELP tells them all."),
            _("Only replies to mails that were sent to you alone count. Do not pass them on."),
        ),
        bullets=how_others_join(game, chairs) if forms else (),
        game_title=game.title,
    )


def _previewed(session: Session, spec: GameSpec) -> Notice:
    return Notice(
        title=_("This game could be made"),
        paragraphs=(_described(session, spec), _("A mail with PREVIEW changes nothing.")),
        excerpts=(Excerpt(_("As a game file says it:"), tuple(file_of(spec))),),
    )


def _refused(problem: NoGame) -> Notice:
    """What is wrong, and where: each line itself, with a sign below the place."""
    lines = problem.text.splitlines()
    found = [one for one in problem.mistakes if one.line]
    if not found:
        return _none(problem.what)
    alone = len(problem.mistakes) == 1
    shown = []
    for mistake in problem.mistakes:
        mark = (" " * (mistake.column - 1) + "^",) if mistake.column else ()
        rows = (*lines[mistake.line - 1 : mistake.line], *mark) if mistake.line else ()
        caption = _where(problem.file, mistake) if mistake.line else ""
        shown.append(Excerpt(caption if alone else f"{caption} {mistake.what}".strip(), rows))
    count = len(problem.mistakes)
    several = ngettext("{count} thing in it is wrong.", "{count} things in it are wrong.", count)
    why = problem.what if alone else several.format(count=count)
    return _none(why, *shown, ruleset=problem.ruleset)


def _where(file: str, mistake: Mistake) -> str:
    place = {"line": mistake.line, "column": mistake.column or 1}
    if file:
        said = _("{file}, line {line}, column {column}:")
        return said.format(file=file, **place)
    return _("Line {line}, column {column}:").format(**place)


def _none(why: str, *shown: Excerpt, ruleset: str = "") -> Notice:
    form = next(one for one in COMMANDS if one.verb == "CREATE")
    meant = load(ruleset if ruleset in names() else "hegemon")
    plain = Excerpt(
        _("A game file is written like this:"),
        (
            f'ruleset = "{meant.name}"',
            'title = "Summer"',
            f"seats = [{', '.join(['{}'] * meant.seats[0])}]",
        ),
    )
    return Notice(
        title=_("No game was made"),
        paragraphs=(why, _("Nothing was changed.")),
        excerpts=(*shown, plain) if shown else (),
        lines=() if shown else (form.example, "options.turns = 12"),
        warning=True,
    )


def _help(_session: Session, _command: Command) -> Notice:
    forms = [form for form in COMMANDS if form.who is Who.CREATOR]
    return Notice(
        title=_("How to make games by mail"),
        paragraphs=(
            _("Reply to this mail with commands, one on each line."),
            _("A game file below CREATE ends at a line END, or where your text ends."),
        ),
        chapters=(Chapter("", (Forms(tuple(map(told, forms))),)),),
    )


def _templates(session: Session, command: Command) -> Notice:
    if command.strange:
        return _none(_("TEMPLATES stands alone on its line, or with the name of one template."))
    if not command.argument:
        found = {
            name: template_spec(session.context, name) for name in template_names(session.context)
        }
        forms = tuple(
            Form(f"CREATE {name}", says=_described(session, spec))
            for name, spec in found.items()
            if spec is not None
        )
        return Notice(
            title=_("What a game can begin from"),
            paragraphs=(
                _(
                    "CREATE with one of these names makes the game, TEMPLATES with it sends "
                    "its file."
                ),
            ),
            chapters=(Chapter("", (Forms(forms),)),),
        )
    try:
        text = template_text(session.context, command.argument)
    except GameProblem as problem:
        return _none(str(problem))
    name = f"{command.argument}.toml"
    return Notice(
        title=_("The template {name}").format(name=command.argument),
        paragraphs=(
            _("Change the file {file}, which stands here too, and send it with CREATE.").format(
                file=name
            ),
        ),
        lines=tuple(text.strip().splitlines()),
        files=(File(name, "application/toml", text.encode()),),
    )


def _described(session: Session, spec: GameSpec) -> str:
    """A game in a sentence, with its options as its file has them."""
    options = ", ".join(f"{key} = {value}" for key, value in spec.options.items())
    said = described(session.context, spec.ruleset, len(spec.seats), spec.schedule)
    return f"{said} {options}" if options else said


def _new_key(_session: Session, _command: Command) -> Notice:
    return Notice(
        title=_("You have a new reply address"),
        paragraphs=(
            _(
                "From now on reply to this mail, and to those that come after it. The addresses in "
                "all earlier mails are void."
            ),
        ),
    )


_ANSWERS: dict[str, Callable[[Session, Command], Notice]] = {
    "HELP": _help,
    "TEMPLATES": _templates,
    "NEWKEY": _new_key,
}


def _kind(command: Command) -> str:
    return "newkey" if command.verb == "NEWKEY" else "answer"


def _answer(
    session: Session, letter: Letter, notice: Notice, *, kind: str = "answer"
) -> OutboxDraft:
    """A notice to the sender; a reply to it shows that they may make games."""
    language = language_at(session.connection, letter.sender)
    header = for_creator(
        session.context,
        letter.sender,
        _nonce(session, letter.sender),
        in_reply_to=letter.message_id,
        language=language,
    )
    return pack_notice(session.context, notice, header, kind=kind)


def _nonce(session: Session, sender: str) -> str:
    return facts.read_fact(session.connection, _fact(sender)) or ""


def _fact(sender: str) -> str:
    """Under which fact the nonce of somebody is kept, once it was renewed."""
    return f"creator.{hashlib.sha256(sender.encode()).hexdigest()[:40]}"
