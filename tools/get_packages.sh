#!/bin/sh
# Installs from Debian's packages what the tests need and lack: Chromium for those of the pages, and
# bubblewrap for those of the sandbox; with "firefox", only Firefox. It may ask for a password.
set -eu

has() {
    for name; do command -v "$name" > /dev/null && return; done
    false
}
missing=""
if [ "${1-}" = firefox ]; then
    has firefox-esr firefox || missing="firefox-esr"
else
    # The shell takes half the processor time of Chromium, which does too where nobody can install without a password.
    has chromium-headless-shell || { [ "$(id -u)" != 0 ] && has chromium chromium-browser; } ||
        missing="chromium-headless-shell"
    has bwrap || missing="$missing bubblewrap"
fi
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
