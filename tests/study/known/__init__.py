"""Each study at a small size: what it says is so."""
