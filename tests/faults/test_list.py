"""The list of faults fits the code, so that planting them says something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.faults.planting import Fault, Rotten, check, read_list

FAULTS = read_list()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_can_be_planted_and_its_tests_are_there(fault: Fault) -> None:
    check(fault)


def test_few_faults_are_borne_and_each_is_told_why() -> None:
    assert len(FAULTS) >= 80
    borne = [fault for fault in FAULTS if fault.survives]
    assert len(borne) <= 3
    assert all(len(fault.survives) > 40 for fault in borne)


@pytest.mark.parametrize(
    "wrong",
    [
        {"old": "this stands nowhere in the code"},
        {"old": "return"},
        {"tests": ("tests/none.py",)},
        {"tests": ("tests/faults/test_list.py::test_of_nothing",)},
        {"tests": ()},
        {"why": ""},
    ],
)
def test_a_fault_that_no_longer_fits_is_told(wrong: dict[str, object]) -> None:
    fault = replace(FAULTS[0], file="pbem/store/outbox.py", old="def lease_mails(", new="")
    check(fault)
    with pytest.raises(Rotten, match=fault.name):
        check(replace(fault, **wrong))
