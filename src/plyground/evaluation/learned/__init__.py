"""Evaluations that are learned: tables over patterns of squares, and the files that hold their weights."""

from plyground.evaluation.learned.model import Model
from plyground.evaluation.learned.weights import Header, Weights, load_weights, save_weights

__all__ = ["Header", "Model", "Weights", "load_weights", "save_weights"]
