"""A board in a notebook: `session.py` plays, `widget.py` and `widget.js` show it."""
