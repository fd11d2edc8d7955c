"""Simulated clubs: many people, with their habits, play by mail against `pbem serve` for weeks of a
clock that runs as fast as the machine allows; what can go wrong goes wrong, and in the end the
books are checked.

``python -m bench.soak --games 20 --people 60 --days 5 --faults``

The service is the one that people run, in a process of its own (:mod:`.serving`), with the
built-in server as its mailbox and a relay (:mod:`.relay`) that has its moods. People know what
lies in their mailboxes and nothing else (:mod:`.people`). Time goes by the hour: what people do in
one is delivered, the clock moves, and the next begins when the service has nothing left to do. So
a slow machine changes how long it takes and not what happens; only at which statement a process is
killed is left to chance.
"""
