#!/usr/bin/env bash
# Builds the tool, makes sure there is a browser, and builds a game of the idea given as arguments.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-chromium.sh
cargo build --release --workspace --quiet
exec "${CARGO_TARGET_DIR:-target}/release/gamebuilder" --idea "${*:-an owl catches mice at night}"
