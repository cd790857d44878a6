"""Exact values of positions."""

from plyground.solving.retrograde.retrograde_solver import RETROGRADE as RETROGRADE
from plyground.solving.solution import Solution as Solution
from plyground.solving.solver import METHODS as METHODS
from plyground.solving.solver import Solver as Solver
from plyground.solving.solver import solve as solve
