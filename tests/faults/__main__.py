"""Plants every fault of the list and says which no test noticed: ``python -m tests.faults``.

Names, or beginnings of names, choose among them. Ends with 1 where a fault survived that the list
does not know to survive.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.faults.planting import Fault, Field, Rotten, check, field, read_list


def main(chosen: list[str]) -> int:
    faults = [f for f in read_list() if not chosen or f.name.startswith(tuple(chosen))]
    if not faults:
        sys.exit(f"{__doc__}\nNo fault of the list begins with {' or '.join(chosen)}.")
    try:
        for fault in faults:
            check(fault)
        with tempfile.TemporaryDirectory(prefix="pbem-faults-") as folder:
            survivors = _plant_all(field(Path(folder)), faults)
    except Rotten as rotten:
        sys.exit(str(rotten))
    unknown = [fault for fault in survivors if not fault.survives]
    _say(f"{len(faults)} faults, {len(survivors)} survived, {len(unknown)} of them unforeseen")
    return 1 if unknown else 0


def _plant_all(here: Field, faults: list[Fault]) -> list[Fault]:
    here.warm_up()
    tests = sorted({test for fault in faults for test in fault.tests})
    if here.notices(tests):
        raise Rotten(f"tests fail without any fault; mend them first:\n{here.said}")
    survivors = []
    for fault in faults:
        with here.planted(fault):
            noticed = here.notices(fault.tests)
        told = "noticed" if noticed else f"SURVIVED: {fault.survives or fault.why}"
        _say(f"{fault.name}: {told}")
        if not noticed:
            survivors.append(fault)
    return survivors


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
