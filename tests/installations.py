"""A second environment with another Plyground, made in a second: a copy of this one that says it is older."""

from __future__ import annotations

import shutil
import sysconfig
import venv
from pathlib import Path

import plyground

OLD_VERSION = "0.0.9"

# What the version before did not offer.
NEW_OFFERS = (
    '            Offer("Order", "string", settings.order),\n',
    '            Offer("With", "string", settings.added),\n',
    '            Offer("Without", "string", settings.without),\n',
    '            Offer("Constants", "string", settings.constants),\n',
    '            Offer("Algorithm", "combo", settings.algorithm, choices=ALGORITHMS),\n',
)


def make_installation(folder: Path, *, lacks_options: bool = False) -> Path:
    """Make an environment with a Plyground of its own and with the packages that this one uses."""
    environment = folder / "old" / "env"
    venv.create(environment, symlinks=True)
    own = environment / "own"
    shutil.copytree(
        Path(plyground.__file__).parent, own / "plyground", ignore=shutil.ignore_patterns("__pycache__")
    )
    (own / "plyground" / "version.py").write_text(f'__version__ = "{OLD_VERSION}"\n')
    if lacks_options:
        engine = own / "plyground" / "protocol" / "engine_thinker.py"
        text = engine.read_text()
        for offer in NEW_OFFERS:
            assert offer in text
            text = text.replace(offer, "")
        engine.write_text(text)
    packages = next(environment.glob("lib/python*/site-packages"))
    # In this order: its own Plyground comes before the one beside the packages that both share.
    (packages / "paths.pth").write_text(f"{own}\n{sysconfig.get_path('purelib')}\n")
    script = environment / "bin" / "plyground"
    script.write_text(
        f"#!{environment / 'bin' / 'python'}\n"
        "import sys\nfrom plyground.ui.cli._main import main\n"
        "if __name__ == '__main__':\n    sys.exit(main())\n"
    )
    script.chmod(0o755)
    return environment
