"""What each command does, of the table in :mod:`pbem.mailer.inbound.commands`: one function, from
the mail and the command to the mails that answer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.mailer.inbound.commands import COMMANDS, Command
from pbem.service.intake.commands.asking import (
    explain,
    log,
    past_report,
    refuse,
    send_console,
    stand,
)
from pbem.service.intake.commands.ballots import vote
from pbem.service.intake.commands.extending import put_off
from pbem.service.intake.commands.fame import tell_fame
from pbem.service.intake.commands.history import tell_history
from pbem.service.intake.commands.leaving import resign
from pbem.service.intake.commands.listing import list_games
from pbem.service.intake.commands.own_orders import own_orders
from pbem.service.intake.commands.profile import change_profile
from pbem.service.intake.commands.rulebooks import send_rules
from pbem.service.intake.commands.seat import join, take_back, tell_new_key, wish_for_news
from pbem.service.intake.commands.standby import stand_by
from pbem.service.intake.commands.stories import ask_for_story
from pbem.service.intake.commands.substitute import let_play
from pbem.service.intake.commands.talking import (
    block,
    take_letter_back,
    unblock,
    wish_for_press,
)
from pbem.service.intake.commands.vacation import tell_vacation
from pbem.service.intake.commands.watching import watch
from pbem.service.intake.mail_session import MailSession
from pbem.store.records import OutboxDraft

ANSWERS: Mapping[str, Callable[[MailSession, Command], list[OutboxDraft]]] = {
    **{form.verb: refuse for form in COMMANDS if form.is_masters_alone},
    "HELP": explain,
    "STATUS": stand,
    "REPORT": past_report,
    "CONSOLE": send_console,
    "ORDERS": own_orders,
    "HISTORY": tell_history,
    "RULES": send_rules,
    "LIST": list_games,
    "NEWS": wish_for_news,
    "WITHDRAW": take_back,
    "PROFILE": change_profile,
    "NEWKEY": tell_new_key,
    "RESIGN": resign,
    "JOIN": join,
    "LOG": log,
    "EXTEND": put_off,
    "VOTE": vote,
    "VACATION": tell_vacation,
    "SUBSTITUTE": let_play,
    "STANDBY": stand_by,
    "UNSAY": take_letter_back,
    "PRESS": wish_for_press,
    "BLOCK": block,
    "UNBLOCK": unblock,
    "STORY": ask_for_story,
    "FAME": tell_fame,
    "WATCH": watch,
}
"""PREVIEW, DONE and WAIT are missing here: they say how the mail's orders are meant."""
