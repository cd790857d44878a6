#!/bin/sh
# Run the tests of compiled code with another version of Numba, in an environment of its own:
#   sh tools/test_numba.sh 0.63
# With the speed-ups if that version has them, and without.
set -eu
numba=$1
venv=.venv/numba-$numba
tests="tests/jit tests/core/perft tests/core/test_hashing.py tests/core/test_instructions.py tests/solving/test_vectors.py"

if [ ! -x "$venv/bin/pytest" ]; then
    rm -rf "$venv"
    "${PYTHON:-python3}" -m venv "$venv"
    # What these tests import, and nothing that might ask for another Numba.
    "$venv/bin/pip" --quiet install "numba==$numba.*" hypothesis pytest pytest-xdist \
        click msgspec numpy platformdirs rich starlette uvicorn websockets
fi
"$venv/bin/pip" --quiet install --no-deps --force-reinstall dist/*.whl

# A cache of its own is part of the test; the options of pytest are those of all tests.
export PLYGROUND_CACHE_DIR="$PWD/$venv/kernels"
mkdir -p -m 700 "$PLYGROUND_CACHE_DIR"
# shellcheck disable=SC2086  # the tests are several words
"$venv/bin/pytest" --numprocesses="${TEST_PROCESSES:-2}" -m "not long" $tests
PLYGROUND_PLAIN_NUMBA=1 "$venv/bin/pytest" --numprocesses="${TEST_PROCESSES:-2}" -m "not long" \
    tests/jit/test_machine.py tests/jit/test_plain_numba.py tests/core/test_hashing.py tests/core/test_instructions.py \
    tests/plain/test_search.py tests/plain/test_mcts.py
