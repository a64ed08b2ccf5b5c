#!/usr/bin/env bash
# Tests the page that `packaging/page.sh` has built, in headless Chromium: tests/page/web/test.sh [TEST,..]. With axe-core from
# npm its accessibility, too.
set -euo pipefail
cd "$(dirname "$0")/../../.."
target=${CARGO_TARGET_DIR:-target}
if [[ ! -f $target/wasm-tools/node_modules/axe-core/axe.min.js ]] && command -v npm >/dev/null; then
    npm install --no-audit --no-fund --prefix "$target/wasm-tools" axe-core >&2 || true
fi
export LURD_BROWSER_SECONDS=890
said=$(timeout 900 node tests/page/web/drive.mjs "${LURD_CHROMIUM:-chromium}" "$target/page" "" "${1:-}")
[[ $said == ok ]] || { echo "the page does not pass its tests" >&2; exit 1; }
