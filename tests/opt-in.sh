#!/bin/sh
# Runs every test, also those that are too slow for each day, on all of their random levels, and says what failed: before a
# change of the engine or a solver is finished. Takes about an hour, with the matrix of limits and the soak; LURD_SOAK_SECONDS=1800 makes its long search one of half an hour.
#   tests/opt-in.sh            those that need nothing
#   LURD_LEVELS=FOLDER tests/opt-in.sh   also those that read collections of levels from a folder
# Those of exported pages need node and chromium, those of docs/machines GNU parallel, slurm-wlm (as root) and
# kubernetes-validate (from PyPI).
cd "$(dirname "$0")/.." || exit 2
jobs=${JOBS:-2}
# All random levels, of which each day's tests take a part.
export LURD_FULL=1
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
# So are those that need other programs where these are missing.
command -v node >/dev/null || skip="$skip --skip page_rules"
command -v python3 >/dev/null || skip="$skip --skip a_planner"
skip_programs=
command -v node >/dev/null && command -v "${LURD_CHROMIUM:-chromium}" >/dev/null || skip_programs="--skip pages_play"
command -v parallel >/dev/null || skip_programs="$skip_programs --skip gnu_parallel"
[ "$(id -u)" = 0 ] && command -v slurmctld >/dev/null || skip_programs="$skip_programs --skip slurm_array"
command -v kubernetes-validate >/dev/null || skip_programs="$skip_programs --skip kubernetes_job"
run cargo test --release -j "$jobs" --lib -- --include-ignored
# The library without a terminal: few dependencies, and its lints.
few_crates() {
    crates=$(cargo tree -p lurd --no-default-features -e normal --prefix none | grep -v '^lurd' | sort -u | wc -l)
    echo "$crates crates of others"
    [ "$crates" -lt 25 ]
}
run few_crates
run cargo clippy -p lurd --no-default-features --lib -- --deny warnings
# The code for Windows and for browsers, where their standard libraries are installed (`rustup target add`).
run cargo check --target x86_64-pc-windows-gnu --bin lurd
run cargo check --target wasm32-unknown-unknown -p lurd-web
# The instructions of the main searches, against the numbers in benches/instructions/instructions.csv; needs valgrind.
run cargo build --release --workspace --bin instructions
run target/release/instructions
# shellcheck disable=SC2086
run cargo test --release -j "$jobs" --test library -- --include-ignored $skip
# shellcheck disable=SC2086
run cargo test --release -j "$jobs" --test program -- --include-ignored $skip $skip_programs
if [ "$failed" -gt 0 ]; then
    echo "$failed groups failed"
    exit 1
fi
echo "all opt-in tests passed"
