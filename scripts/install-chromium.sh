#!/usr/bin/env bash
# Makes sure there is a Chromium or Chrome to play games in. On Debian and Ubuntu it is installed when that is
# allowed; elsewhere an installed one is used, and if there is none it says so and the games stay unproven.
set -u
for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
  command -v "$name" >/dev/null && exit 0
done
[ -n "${CHROMIUM:-}" ] && [ -x "$CHROMIUM" ] && exit 0
[ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ] && exit 0
sudo=
if [ "$(id -u)" != 0 ]; then
  sudo="sudo -n"
  $sudo true 2>/dev/null || sudo=no
fi
if command -v apt-get >/dev/null && [ "$sudo" != no ]; then
  echo "Installing Chromium with apt-get (to play the games in) ..." >&2
  $sudo apt-get update -qq >&2 &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-color-emoji >&2
  command -v chromium >/dev/null && exit 0
fi
echo "There is no Chromium or Chrome here, and it could not be installed: games will be judged from their source" >&2
echo "alone and stay unproven. Install one, or set CHROMIUM to its path." >&2
exit 0
