# Read by the other scripts in this folder: where things are, and what two builds of a commit have in common.
# shellcheck shell=bash disable=SC2034
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$repository"
packaging=$repository/packaging
target_folder=$(cargo metadata --no-deps --offline --format-version 1 2>/dev/null |
    sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
[[ -n $target_folder ]] || target_folder=${CARGO_TARGET_DIR:-$repository/target}
out=${LURD_RELEASE_FILES:-$target_folder/release-files}
tools=$target_folder/release-tools
mkdir -p "$out" "$tools"

# The version is that of the workspace.
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
# A tree with changes is not its commit; a folder without git has none.
if [[ -z ${LURD_COMMIT:-} ]] && LURD_COMMIT=$(git rev-parse --short=12 HEAD 2>/dev/null); then
    [[ -z $(git status --porcelain --untracked-files=no) ]] || LURD_COMMIT+=' with changes'
fi
# All times in the packages are that of the commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
# What `toolchain.sh` adds to the options of the compiler.
LINK_FLAGS=()
export LURD_COMMIT SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022

# step COMMAND ..: says what runs.
step() { printf '\n== %s s: %s\n' "$SECONDS" "$*" >&2; "$@"; }

# needs PROGRAM PACKAGE: installs a Debian package if the program is missing; fails if that is not possible.
needs() {
    command -v "$1" >/dev/null && return
    [[ -x /usr/lib/wine/$1 ]] && return
    command -v apt-get >/dev/null || { echo "$1 is missing, and there is no apt-get to install $2" >&2; return 1; }
    apt-get update -qq >&2 || true
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$2" >&2
}

# The options of the compiler that keep the folders of this machine out of the program. Separated by the byte 31, because
# folders may have blanks.
reproducible_flags() {
    local home=${CARGO_HOME:-$HOME/.cargo} flags=()
    # Of several prefixes that match, the last one counts.
    flags+=("--remap-path-prefix=$repository=/lurd" "--remap-path-prefix=$target_folder=/lurd/target")
    local registry
    for registry in "$home"/registry/src/*/; do flags+=("--remap-path-prefix=${registry%/}=/crates"); done
    flags+=("--remap-path-prefix=$("${RUSTC:-rustc}" --print sysroot)/lib/rustlib/src/rust=/rust" "$@")
    local IFS=$'\x1f'
    printf '%s' "${flags[*]}"
}

# build TARGET FLAG ..: builds the program, and sets `binary`.
build() {
    local target=$1 setup
    shift
    setup=$("$packaging/toolchain.sh" "$target") || return 1
    local BUILD=()
    eval "$setup"
    cargo fetch --quiet --locked --target "$target" || return 1
    CARGO_ENCODED_RUSTFLAGS=$(reproducible_flags "${LINK_FLAGS[@]}" "$@") CARGO_INCREMENTAL=0 \
        step cargo build --locked --profile dist --bin lurd "${BUILD[@]}" || return 1
    binary=$target_folder/$target/dist/lurd
    [[ $target != *windows* ]] || binary+=.exe
}

# at_most FILE MEGABYTES: fails if it is larger. A megabyte is 1,000,000 bytes.
at_most() {
    local size
    size=$(stat -c %s "$1")
    ((size <= $2 * 1000000)) || { echo "$(basename "$1") has $size bytes, more than $2 MB" >&2; return 1; }
}

# note FILE TESTS: a line of the table.
note() {
    local size
    size=$(stat -c %s "$1")
    printf '%s\t%s\t%s\n' "$(basename "$1")" "$(((size + 50000) / 100000))" "$2" |
        awk -F'\t' -v OFS='\t' '{ print $1, sprintf("%.1f MB", $2 / 10), $3 }' >>"$out/.table"
}

# is_readme_answer FILE: whether it is the output of the README's first command.
is_readme_answer() {
    tr -d '\r' <"$1" | grep -q '^solved: 8 shifts, proved optimal' && tr -d '\r' <"$1" | grep -q '^solved: 116 pushes, proved optimal'
}
