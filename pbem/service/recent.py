"""What was needed last is likely to be needed again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Keeps `most` things by key; the longest unused are dropped. Safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def keep(self, key: K, thing: V) -> V:
        """Keep a thing; returns it."""
        with self._lock:
            self._kept[key] = thing
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return thing
