"""Run the command line with ``python -m plyground``."""

from plyground.cli.main import main

if __name__ == "__main__":
    main()
