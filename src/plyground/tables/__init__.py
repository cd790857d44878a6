"""Tables of solved positions: their files, and how they are probed."""

from plyground.tables.exact import Exact as Exact
from plyground.tables.exact import SolvedPositions as SolvedPositions
from plyground.tables.finding import find_table as find_table
from plyground.tables.finding import open_table as open_table
from plyground.tables.table import Table as Table
