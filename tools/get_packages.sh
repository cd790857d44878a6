#!/bin/sh
# Installs from Debian's packages what the tests need and lack: Chromium for those of the pages, and
# bubblewrap for those of the sandbox. It may ask for a password.
set -eu

missing=""
# The shell takes half the processor time of Chromium, which does too where nobody can install without a password.
command -v chromium-headless-shell > /dev/null || {
    [ "$(id -u)" != 0 ] && { command -v chromium || command -v chromium-browser; } > /dev/null
} || missing="chromium-headless-shell"
command -v bwrap > /dev/null || missing="$missing bubblewrap"
[ -n "$missing" ] || exit 0

if ! command -v apt-get > /dev/null; then
    echo "The tests need these programs; please install them: $missing" >&2
    exit 1
fi
as_root=$([ "$(id -u)" = 0 ] || echo sudo)
echo "Installing Debian's packages for the tests: $missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086  # one word each
$as_root apt-get install -y -qq --no-install-recommends $missing
