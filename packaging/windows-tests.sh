#!/usr/bin/env bash
# Runs the tests of paths, locks, atomic writes, the store of solutions, drafts, settings and batches for Windows, under
# wine. docs/install.md says which tests cannot run there.
source "$(dirname "$0")/common.sh"
target=x86_64-pc-windows-gnu
needs x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
"$packaging/wine.sh" true || { echo 'there is no wine' >&2; exit 1; }
setup=$("$packaging/toolchain.sh" "$target")
BUILD=()
eval "$setup"
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$packaging/wine.sh
export CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=false CARGO_INCREMENTAL=0
step cargo test --locked "${BUILD[@]}" -p lurd-disk --all-features --lib >"$tools/windows-disk.txt"
step cargo test --locked "${BUILD[@]}" -p lurd-toolkit --lib >"$tools/windows-toolkit.txt"
step cargo test --locked "${BUILD[@]}" -p lurd --test program -- cli::saved cli::keep cli::config cli::results \
    cli::batch cli::safety >"$tools/windows-program.txt"
passed() { sed -n 's/^test result: ok. \([0-9]*\) passed.*/\1/p' "$1" | tr -d '\r'; }
printf '%s\t%s\t%s\n' '(tests of lurd-disk, lurd-toolkit and the program)' '' \
    "under wine: $(passed "$tools/windows-disk.txt"), $(passed "$tools/windows-toolkit.txt"), $(passed "$tools/windows-program.txt") passed" >>"$out/.table"
