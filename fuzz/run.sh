#!/bin/sh
# Runs every fuzz target for some seconds, with any toolchain: the flags are those of cargo-fuzz without its sanitizer.
#   fuzz/run.sh [SECONDS] [TARGET..]
cd "$(dirname "$0")" || exit 2
seconds=${1:-60}
[ $# -gt 0 ] && shift
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Ccodegen-units=16 \
-Cdebug-assertions" cargo build --release --target "$host" || exit 2
[ $# -eq 0 ] && set -- $(sed -n 's/^name = "\(.*\)"/\1/p' Cargo.toml | grep -v -e lurd-fuzz -e checks)
failed=
for target; do
    printf '\n== %s, %s s\n' "$target" "$seconds"
    found=target/corpus/$target
    mkdir -p "$found" "corpus/$target" target/artifacts
    "target/$host/release/$target" -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=20 -print_final_stats=1 \
        -artifact_prefix="target/artifacts/$target-" -max_len=4096 "$found" "corpus/$target" 2>&1 | tail -n "${LINES_SHOWN:-8}"
    ls "target/artifacts/$target-"* >/dev/null 2>&1 && failed="$failed $target"
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
echo "no target failed"
