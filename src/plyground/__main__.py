"""Run the command line with ``python -m plyground``."""

from plyground.ui.cli._main import main

if __name__ == "__main__":
    main()
