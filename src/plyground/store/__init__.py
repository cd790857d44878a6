"""Games and events in one SQLite file, where nothing that was put in gets lost."""

from plyground.store.event import EventKind, EventState, OnDamage, StoredEvent, warn_of_damage
from plyground.store.remarks import NO_REMARK, Remark
from plyground.store.schema import default_store_file
from plyground.store.selection import EVERYTHING, Selection
from plyground.store.store import LARGEST_ID, Added, Store, StoredGame

__all__ = [
    "EVERYTHING",
    "LARGEST_ID",
    "NO_REMARK",
    "Added",
    "EventKind",
    "EventState",
    "OnDamage",
    "Remark",
    "Selection",
    "Store",
    "StoredEvent",
    "StoredGame",
    "default_store_file",
    "warn_of_damage",
]
