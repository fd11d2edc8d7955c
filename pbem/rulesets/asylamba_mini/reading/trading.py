"""Exchanges (AM-11), from either side."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _
from pbem.rulesets.asylamba_mini.holdings import Resource
from pbem.rulesets.asylamba_mini.orders import Exchange
from pbem.rulesets.asylamba_mini.reading.reader import Misspelt, Reader, Reading
from pbem.rulesets.asylamba_mini.reading.words import Kind, Term
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm


def read_exchange(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """``40 R FOR C``, or several. Raises :class:`OrderError`."""
    return _deals(reader, realm, bought=False)


def read_purchase(reader: Reader, realm: Realm) -> Iterator[Reading]:
    """``10 C FOR R``: what is got comes first. Raises :class:`OrderError`."""
    return _deals(reader, realm, bought=True)


def _deals(reader: Reader, realm: Realm, *, bought: bool) -> Iterator[Reading]:
    yield _dealt(reader, realm, bought=bought)
    while reader.peek() is not None:
        yield _dealt(reader, realm, bought=bought)


class _Side:
    """One side of an exchange: a resource, with an amount or all there is."""

    def __init__(self, reader: Reader) -> None:
        self.amount: int | None = None
        self.mark: Term | None = None
        reader.pass_over("filler", but=Kind.RESOURCE)
        self._read_amount(reader)
        self.all = self.amount is None and reader.skip("all") is not None
        reader.pass_over("filler", but=Kind.RESOURCE)
        key, self.term = reader.word(Kind.RESOURCE, _("R, C, S or X"))
        self.resource = Resource(key)
        if self.amount is None and not self.all:
            self._read_amount(reader)

    def _read_amount(self, reader: Reader) -> None:
        if reader.next_is_figure():
            self.amount, self.mark = reader.figure(_("the amount"))


def _dealt(reader: Reader, realm: Realm, *, bought: bool) -> Reading:
    first = _Side(reader)
    reader.pass_over("for", "to", "with", "filler", but=Kind.RESOURCE)
    second = _Side(reader)
    reader.pass_over("filler", "also", but=Kind.RESOURCE)
    if reader.peek() is not None and not reader.next_is_figure():
        raise reader.lost(_("the end of the line"))
    give, get = (second, first) if bought else (first, second)
    marks = {"give": give.term, "get": get.term, "count": give.mark or get.mark or give.term}
    if give.all:
        amount = realm.balance.of(give.resource)
        order = Exchange(give=give.resource, get=get.resource, amount=amount)
    elif give.amount is not None:
        _check_both(reader, realm, give.amount, get)
        order = Exchange(give=give.resource, get=get.resource, amount=give.amount)
    elif get.amount is not None:
        order = Exchange(give=give.resource, get=get.resource, amount=get.amount, named="get")
    else:
        message = _("how much? Name an amount on one side, as in {example}")
        example = f"EXCHANGE 40 {give.resource} FOR {get.resource}"
        raise reader.fail(message.format(example=example), give.term)
    return Reading(order, marks, guessed=bought or give.all)


def _check_both(reader: Reader, realm: Realm, given: int, get: _Side) -> None:
    """Where both sides have an amount, they must be those of the rate (AM-11)."""
    rate = prices.exchange_rate(realm.faction)
    if get.amount is None or get.amount == given // rate:
        return
    message = _("you give {rate} for 1, so {given} bring {got}; name one side only").format(
        rate=rate, given=given, got=given // rate
    )
    mark = get.mark or get.term
    raise Misspelt(message, mark.column, len(mark.text), str(given // rate))
