#!/bin/sh
# Runs every test that is too slow for each day, one after the other, and says what failed. Takes about ten minutes.
#   tests/opt-in.sh            those that need nothing
#   LURD_LEVELS=FOLDER tests/opt-in.sh   also those that read collections of levels from a folder
cd "$(dirname "$0")/.." || exit 2
jobs=${JOBS:-2}
failed=0
run() {
    printf '\n== %s\n' "$*"
    "$@" || failed=$((failed + 1))
}
# The tests that read collections are skipped where there is no folder.
skip=
if [ -z "$LURD_LEVELS" ]; then
    skip="--skip collection"
    echo "LURD_LEVELS is not set: tests of collections are skipped"
fi
run cargo test --release -j "$jobs" --lib -- --ignored
# shellcheck disable=SC2086
run cargo test --release -j "$jobs" --test library -- --ignored $skip
run cargo test --release -j "$jobs" --test program -- --ignored
if [ "$failed" -gt 0 ]; then
    echo "$failed of 3 groups failed"
    exit 1
fi
echo "all opt-in tests passed"
