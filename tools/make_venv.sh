#!/bin/sh
# Make a virtual environment. Debian keeps the module for that in a package of its own, which
# is installed here where it is missing.
set -eu
venv=$1
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    { echo "Plyground needs Python 3.11 or newer; $("$python" --version) is too old" >&2; exit 1; }

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    command -v apt-get >/dev/null ||
        { echo "this Python has no venv module; install it (Debian: python3-venv)" >&2; exit 1; }
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq python3-venv
fi
rm -rf "$venv"
"$python" -m venv "$venv"
