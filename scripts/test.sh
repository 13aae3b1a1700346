#!/usr/bin/env bash
# Installs what the tests need and runs them all. Works on a bare Debian or Ubuntu with Rust.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-chromium.sh
# Tests that need the browser fail without one instead of being skipped.
export GAMEBUILDER_REQUIRE_BROWSER=1
cargo test --workspace --doc --quiet
if command -v cargo-nextest >/dev/null; then
  cargo nextest run --workspace --no-fail-fast
else
  cargo test --workspace --lib --bins --tests --no-fail-fast
fi
