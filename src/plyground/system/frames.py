"""Rows as dataframes of pandas, for those who ask for one: nobody else needs pandas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from plyground.errors import PlygroundError

if TYPE_CHECKING:
    import pandas


def dataframe(names: Sequence[str], rows: Iterable[Sequence[object]]) -> pandas.DataFrame:
    """Return rows as a dataframe whose columns have these names.

    Raises:
        PlygroundError: pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise PlygroundError("a dataframe needs pandas: pip install 'plyground[notebook]'") from None
    return pandas.DataFrame(list(rows), columns=list(names))
