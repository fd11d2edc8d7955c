"""Boards and mails that bring out what Parsec says of orders."""

from __future__ import annotations

BOARD = """
    s*  S1  .   .   .   .   .   s+
    m   .   .   .   #   .   .   .
    .   .   .   .   #   #   .   .
    .   .   .   .   .   .   .   .
    .   M2  s*  m   m   .   .   .
    .   .   G2  .   x   .   G1  s*
"""
UNION = """
    m   M1  s   .   s   M2  m
    m   .   S3  .   .   S1  s
    .   .   .   .   .   m   m
"""
"""d1 joins two regions with leaders, of whom Ada's, Björn's and Cé's are alike in pairs."""
TWO_AWAY = """
    m   M1  .   .   M2  m
    .   s   .   .   s   .
"""
"""c1 and d1 together join the regions of two merchant leaders."""
INTERNAL = """
    s*  .   .   s   .
    .   .   M2  s   .
    .   .   s   s   .
"""
"""At e1 Ada's merchant leader stands against Björn's."""
GIVEN = """
    s   #   .   .
    G2  .   .   .
"""
HARVEST = """
    s*  M1  s+  .   .   s*
    .   .   .   .   .   .
"""
LURES = tuple(
    f"""
    s+  {beside}  G1  s*  .
    .   .   s   .   .
    """.replace("s*", second)
    for beside, second in (("s", "s*"), ("s", ".*"), ("M2", "s*"), ("M2", ".*"))
)
"""Artifacts that Björn's merchant leader can take, at once or after a settlement on d1."""
HELPLESS = """
    s*  M1  m   .   m   m   M2  s*
    x   x   x   x   x   x   x   x
"""
"""At d1 Ada's merchants are set against more of Björn's, and there is nothing to be done."""
ALONE = """
    s   S1  .*  M2  s
    .   .   .   .   .
"""
"""c1 joins two regions in which no leaders are alike."""
MANY = """
    s   S1  .   m   .   .   s
    .   .   .   .   .   .   .
    m   .   m   s   m   M2  s
    .   .   .   G2  .   .   .
"""
"""b3 touches three settlements, of which none are one region, and d3 holds one together."""

FORKED = """
    m   s   M1  .   M2  s   m   .
    m   s   .   .   .   s   m   .
    .   S3  .   .   .   S1  .   .
"""
"""d1 sets Ada's science leader against Cé's, and then her merchant leader against Björn's."""
FORKED_HARVEST = """
    s*  M1  m   .   s   M2  s*
    .   .   s   .   s   s   s
    .   .   .   .   .   .   .
"""
"""At d1 Ada wins two artifacts, or loses her merchant leader."""
BARE = """
    s*  M1  m   m   .   m   M2  s*
    x   x   x   x   .   x   x   x
"""
"""Beside Ada's region there is nothing to settle but e1, where it comes to a conflict."""
TWO_FIGHTS = """
    s  M3 m  .  s  M1 m  m  m  .  m  M2 s
    x  x  x  x  x  x  x  x  x  x  x  x  x
"""
"""The second of these conflicts is hers only if she wins the first."""

NEARING = """
    m   M1  s   .   .   s   M2  m
    .   s   G1  .   .   G2  s   .
    s*  .   s*  .   .   s*  g   .
"""
"""Two settlements apart; a settlement on e3 would bring Björn a second artifact."""
NEARLY_OVER = """
    m   M2  s*  .   s*  m
    .   s   .   .   .   s*
"""
"""A settlement on d1 lets Björn's merchant leader take the last artifact but two."""

MAILS = (
    "PASS",
    "PASS / PASS / DEFEND NONE",
    "DEFEND NONE / PASS",
    "hll thr / " + "x" * 301,
    "SETTLE none AT g5 / LEADER science merchant TO c1 / RECALL science merchant / RECALL b1 g6",
    "LEADER science / LEADER TO c1 / MOVE science FROM g6 TO c1 / RECALL a1 / RECALL",
    "LEADER science 3 TO c1 / LEADER science TO b1 / LEADER mining TO f1 / LEADER mining TO h5",
    "LEADER science TO h5 / LEADER science TO e2 / LEADER science TO a1 / LEADER merchant TO b2",
    "SETTLE AT g5 / SETTLE merchant / SETTLE merchant leader AT g5 / SETTLE merchant miner AT g5",
    "SETTLE 2 merchants AT g5 / SETTLE zz AT g5 / SETTLE merchant AT g5 g6 / SETTLE merchant AT a1",
    "SETTLE merchant AT e6 / SETTLE merchant AT e2 / SETTLE miner AT d2 / SETTLE mnr AT e2",
    "SETTLE merchant AT g5 / SETTLE scientist AT c1 / SETTLE miner AT e2 / SETTLE settler AT c1",
    "SETTLE merchant AT d4 / SETTLE scientist AT d4 / SETTLE settler AT d4 / SETTLE miner AT b1",
    "SETTLE settler AT d1 FIRST government mining / SETTLE merchant AT e3 / SETTLE merchant AT b3",
    "SETTLE settler AT c1 / SETTLE merchant AT c1 / SETTLE scientist AT c1",
    "SETTLE merchant AT f1 / SETTLE merchant AT f2 / SETTLE merchant AT d3 / SETTLE settler AT c3",
    "SETTLE scientist AT c1 ; SETTLE scientist AT d4",
    "SWAP merchant AT g5 / SWAP ALL miners / SWAP ALL / SWAP / SWAP 7 merchants",
    "SWAP merchant scientist 3 / SWAP scientist miner / SWAP scientist / SWAP 3 scientists",
    "SWAP miner / SETTLE merchant AT g5 / SWAP miner",
    "SWAP miner / SETTLE merchant AT g5 / SETTLE merchant AT f5 / DESTROY a1",
    "DESTROY / DESTROY h3 h4 / DESTROY b1 / DESTROY a1 / DESTROY f1 / DESTROY d3 / DESTROY z99",
    "DESTROY a2 / DESTROY f5 / DESTROY f4 / DESTROY f3 / DESTROY d1 / DESTROY f1 / DESTROY g1",
    "HARVEST / HARVEST b2 / HARVEST f1 / HARVEST a1 / HARVEST c1",
    "PLACE AT c1 / PLACE merchant AT c1 / MOVE merchants / MOVE scientist TO c1 / ship c1",
    "ATTACK g5 / ATTACK WITH 2 3 / ATTACK TIE / ATTACK / DEFEND / ATTACK WITH 2 scientists",
    "DEFEND merchant science WITH 2 / DEFEND WITH 12345 / REINFORCE merchant WITH 2",
    "ATTACK WIN / DEFEND TIE / ATTACK NONE / DEFEND merchant WITH 2 / ATTACK science WITH 1",
    "ATTACK merchant WITH 1 / ATTACK science WITH 5 / ATTACK mining WITH 2 / ATTACK WITH ALL",
    "DEFEND WITH 1 / DEFEND WITH 2 / DEFEND NONE / DEFEND merchant WITH 1",
    "LEADER merchant TO e1 / LEADER merchant TO e1 / SETTLE settler AT d1 / RECALL merchant",
    "RECALL science / RECALL government / RECALL mining / RECALL merchant",
    "destroy h3 if Björn comes / settle g5 or f5 / forget a1, make it settler c9",
    "cancel my second order / settle merchant g5 unless it is taken / don't destroy h3",
    "SWAP miner for scientist / SWAP scientists / DEFEND WITH 2 this turn / ATTACK WITH -1",
    "pass the second / ATTACK with all scientists",
)
