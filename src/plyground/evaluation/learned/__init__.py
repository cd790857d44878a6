"""Evaluations that are learned: tables over patterns of squares, and the files that hold their weights."""

from plyground.evaluation.learned.evaluation import LearnedEvaluation, make_evaluation, make_weights, model_of
from plyground.evaluation.learned.model import Model
from plyground.evaluation.learned.weights import Header, Weights, load_weights, save_weights

__all__ = [
    "Header",
    "LearnedEvaluation",
    "Model",
    "Weights",
    "load_weights",
    "make_evaluation",
    "make_weights",
    "model_of",
    "save_weights",
]
