"""What the old and the new address read of a change from one to the other."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.witness import NOTHING_HELD
from pbem.service.play.describing import never_again
from pbem.store.readdressing import ReaddressRow
from pbem.store.records import GameRow, SeatRow


def asking(title: str, until: str) -> Notice:
    """Whether the address that this goes to is somebody's new one."""
    return Notice(
        title=_("Do you want to play from this address?"),
        paragraphs=(
            _("Somebody who plays {game} by mail says that this is their new address.").format(
                game=title
            ),
            _(
                "If that is you, reply to this very mail with the one word CONFIRM until {until}. "
                "All games of your old address then come here."
            ).format(until=until),
            _("If not, do nothing: no other mail comes of it."),
            never_again(),
        ),
        text_only=True,
    )


def asked(row: ReaddressRow, until: str) -> Notice:
    """To the old address: which new one there is to be."""
    return Notice(
        title=_("Your games are to come to another address"),
        paragraphs=(
            _("The new address is {address}. Nothing has changed yet.").format(address=row.new),
            _(
                "A mail went there. Reply to it from there with the one word CONFIRM until "
                "{until}, and all games that you play from this address come to the new one."
            ).format(until=until),
            _(
                "If you did not ask for this, somebody has one of your mails: reply to this one "
                "with the one word UNDO, and nothing comes of it."
            ),
        ),
        warning=True,
    )


def arrived(game: GameRow, _seat: SeatRow) -> Notice:
    """To the new address: that a seat is played from there now."""
    return Notice(
        title=_("{game}: you play from this address now").format(game=game.title),
        paragraphs=(
            _(
                "From now on reply to this mail, and to those that come after it. The addresses in "
                "all earlier mails are void: nobody who has one of them can order in your name."
            ),
            _("Orders that you have sent still count. REPORT brings you your newest report."),
        ),
        game_title=game.title,
        answer=False,
    )


def left(row: ReaddressRow, until: str, *, stays: bool) -> Notice:
    """To the old address: where its games have gone; `stays` says that some have not."""
    return Notice(
        title=_("Your games have another address"),
        paragraphs=(
            _("All games that were played from this address go to {address}.").format(
                address=row.new
            ),
            *((_("Those stay here in which somebody plays from there already."),) if stays else ()),
            _(
                "If you did not want that, reply to this very mail with the one word UNDO until "
                "{until}: the seats are yours again, and all other reply addresses are void."
            ).format(until=until),
        ),
        answer=False,
        warning=True,
    )


def back(game: GameRow, _seat: SeatRow) -> Notice:
    """To the old address: that a seat is played from there again, or still."""
    return Notice(
        title=_("{game}: your seat stays at this address").format(game=game.title),
        paragraphs=(
            _("The change of your address is undone. Orders that were sent still count."),
            _(
                "From now on reply to this mail, and to those that come after it. The addresses in "
                "all earlier mails are void: nobody who has one of them can order in your name."
            ),
        ),
        game_title=game.title,
        answer=False,
    )


def stopped() -> Notice:
    """To whoever has nothing to do with the seat any more."""
    return Notice(
        title=_("Nothing comes of the change of your address"),
        paragraphs=(_("The new address was not confirmed, and cannot be any more."),),
        held=NOTHING_HELD,
    )


def nothing_to_bring() -> Notice:
    """To both addresses, where nothing was left to go from one to the other."""
    return Notice(
        title=_("No game goes to another address"),
        paragraphs=(
            _(
                "The new address was confirmed, but there was nothing to bring there: the seats "
                "are not yours any more, or somebody plays those games from there already."
            ),
        ),
        text_only=True,
    )
