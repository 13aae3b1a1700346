#!/usr/bin/env bash
# Installs what the tests need and runs them all. Works on a bare Debian or Ubuntu with Rust.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-chromium.sh
# Tests that need the browser ask for Chromium by name: without one they fail, none is skipped.
cargo test --workspace --doc --quiet
if command -v cargo-nextest >/dev/null; then
  cargo nextest run --workspace --no-fail-fast
else
  cargo test --workspace --lib --bins --tests --no-fail-fast
fi
