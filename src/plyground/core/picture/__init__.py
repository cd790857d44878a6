"""A board as a picture: the one of the web app, drawn without a browser."""

from plyground.core.picture.board import Caption, Marks, board_svg

__all__ = ["Caption", "Marks", "board_svg"]
