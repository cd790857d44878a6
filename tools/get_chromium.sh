#!/bin/sh
# Installs Chromium from Debian's packages where it is missing. It may ask for a password.
set -eu

if command -v chromium > /dev/null || command -v chromium-browser > /dev/null; then
    exit 0
fi
if ! command -v apt-get > /dev/null; then
    echo "The tests of the pages need Chromium; please install it." >&2
    exit 1
fi
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
echo "Installing Debian's package chromium for the tests of the pages."
$as_root apt-get update --quiet
$as_root apt-get install --yes --no-install-recommends chromium
