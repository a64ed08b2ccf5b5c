#!/usr/bin/env bash
# Builds the page for browsers into `target/page/`: plain files for any static host. Needs the target
# wasm32-unknown-unknown (`rustup target add` adds it). `wasm-bindgen` is installed as a crate into `target/`, in the version
# of Cargo.lock; `wasm-opt` comes from npm's or Debian's binaryen, and without it the page is larger.
source "$(dirname "$0")/common.sh"

page=$target_folder/page
web=crates/web/page

# What the JavaScript and the program exchange has the version of the crate that wrote both.
bindgen_version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
bindgen=$target_folder/wasm-tools/bin/wasm-bindgen
if [[ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $bindgen_version" ]]; then
    # The dependencies are not those of its lock file, of which one may have been withdrawn.
    CARGO_TARGET_DIR=$target_folder/tools CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
        step cargo install wasm-bindgen-cli --version "$bindgen_version" --root "$target_folder/wasm-tools"
fi

optimizer() {
    local npm=$target_folder/wasm-tools/node_modules/binaryen/bin/wasm-opt
    if [[ ! -f $npm ]] && command -v npm >/dev/null; then
        npm install --no-audit --no-fund --prefix "$target_folder/wasm-tools" binaryen >&2 || true
    fi
    if [[ -f $npm ]]; then
        echo "$npm"
    else
        needs wasm-opt binaryen >&2 && command -v wasm-opt
    fi
}

# Options of the compiler and of Cargo that are not stable yet.
export RUSTC_BOOTSTRAP=1
# The searches are recursive in places: a stack as large as that of the main thread elsewhere.
# The names of functions contain the types that generic code is compiled for.
# Generic functions are compiled in each crate that calls them, as in programs that are optimized for speed. Otherwise small
# ones are called where they should be inlined, and Sokoban is a fifth slower. It costs 2 % of the size.
flags='-C link-arg=-zstack-size=8388608 -C symbol-mangling-version=v0 -Zshare-generics=no'
# Where its source is installed (`rustup component add rust-src`), the standard library is compiled for size, and panics end
# the program without a text.
library=()
if [[ -d $(rustc --print sysroot)/lib/rustlib/src/rust/library ]]; then
    flags+=' -Zunstable-options -Cpanic=immediate-abort'
    library=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
else
    echo 'without the source of the standard library, the page is larger' >&2
fi
RUSTFLAGS=$flags \
    step cargo build --profile browser --target wasm32-unknown-unknown "${library[@]}" -p lurd-web

rm -rf "$page"
mkdir -p "$page"
step "$bindgen" --target web --no-typescript --remove-name-section --remove-producers-section --out-dir "$page" \
    "$target_folder/wasm32-unknown-unknown/browser/lurd_web.wasm"
if opt=$(optimizer); then
    # What the compiler uses and every browser of the last years has, and nothing newer.
    features=(--enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals
        --enable-reference-types --enable-multivalue)
    # The levels of optimisation make fewer bytes, which compress less: these are all that help after the compiler.
    step "$opt" "${features[@]}" --duplicate-function-elimination --remove-unused-module-elements --optimize-instructions \
        --reorder-locals --strip-debug --strip-producers -o "$page/optimized.wasm" "$page/lurd_web_bg.wasm"
    mv "$page/optimized.wasm" "$page/lurd_web_bg.wasm"
    if command -v node >/dev/null && "$opt" --help | grep -q -e --reorder-functions-by-name; then
        step node "$packaging/page-order.mjs" "$page/lurd_web_bg.wasm" "$page/named.wasm"
        step "$opt" "${features[@]}" --reorder-functions-by-name --strip-debug --strip-producers \
            -o "$page/lurd_web_bg.wasm" "$page/named.wasm"
        rm "$page/named.wasm"
    else
        echo 'without node and a recent wasm-opt, the page is larger' >&2
    fi
else
    echo 'without wasm-opt, the page is larger' >&2
fi
cp "$web"/* "$page/"

# The service worker keeps these files, and takes others once one of them has changed.
files=$(cd "$page" && find . -type f ! -name sw.js | sed 's|^\./||' | sort)
hash=$(cd "$page" && sha256sum $files sw.js | sha256sum | cut -c 1-16)
list=$(printf '"%s", ' '.' $files)
sed -i -e "s|lurd-VERSION|lurd-$hash|" -e "s|\"FILES\"|${list%, }|" "$page/sw.js"

size() { gzip -9 -c "$1" | wc -c; }
wasm=$(size "$page/lurd_web_bg.wasm")
all=0
for file in "$page"/*; do all=$((all + $(size "$file"))); done
printf '\n%s\n%s bytes gzipped, of which %s are the .wasm\n' "$page" "$all" "$wasm"
