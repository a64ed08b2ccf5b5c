#!/usr/bin/env bash
# Gets a compiler for another target: packaging/toolchain.sh TARGET [--no-build-std]
#
# Writes to standard output the shell commands that the caller evaluates: `BUILD`, the arguments of cargo, and exported
# variables. Ends with 1 and a reason if there is no way.
#
# 1. The standard library of the target is installed, or rustup can add it.
# 2. On Debian: the compiler of the package rustc-web and the source of its standard library, which is compiled with the
#    program (`-Zbuild-std`), except with --no-build-std. They are unpacked into the folder of the tools, because installed
#    they would replace others.
set -euo pipefail
target=$1
cd "$(dirname "$0")/.."
tools=${CARGO_TARGET_DIR:-$PWD/target}/release-tools
mkdir -p "$tools"

has_library() { compgen -G "$(rustc --print sysroot)/lib/rustlib/$target/lib/libstd-*.rlib" >/dev/null; }

if ! has_library && command -v rustup >/dev/null && [[ ! -e $tools/rustup-failed ]]; then
    timeout 30 rustup target add "$target" >&2 || touch "$tools/rustup-failed"
fi
if has_library; then
    echo "BUILD=(--target $target)"
    exit 0
fi

[[ ${2-} != --no-build-std ]] || { echo "no standard library for $target: rustup cannot add it" >&2; exit 1; }
debian=$tools/debian
if [[ ! -x $debian/rustc ]]; then
    command -v apt-get >/dev/null || { echo "no standard library for $target: neither rustup nor apt-get has it" >&2; exit 1; }
    apt-get update -qq >&2 || true
    version=$(apt-cache depends rustc-web | sed -n 's/.*Depends: libstd-rust-web-\([0-9.]*\)$/\1/p' | head -n 1)
    [[ -n $version ]] || { echo "no standard library for $target: there is no package rustc-web" >&2; exit 1; }
    llvm=$(apt-cache depends "libstd-rust-web-$version" rustc-web | sed -n 's/.*Depends: \(libllvm[0-9]*\)$/\1/p' | head -n 1)
    rm -rf "$debian" "$tools/debian.part"
    mkdir -p "$tools/debian.part/root"
    (
        cd "$tools/debian.part"
        # Downloads are not for root's sandbox user: the folder is ours.
        apt-get -o APT::Sandbox::User=root download -qq rustc-web "libstd-rust-web-$version" libstd-rust-web-dev rust-web-src ${llvm:+"$llvm"} >&2
        for package in *.deb; do dpkg -x "$package" root; rm "$package"; done
    )
    cat >"$tools/debian.part/rustc" <<'END'
#!/bin/sh
root=$(dirname "$0")/root
LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
exec "$root/usr/bin/rustc" "$@"
END
    chmod +x "$tools/debian.part/rustc"
    mv "$tools/debian.part" "$debian"
fi
"$debian/rustc" --version >&2 || { echo "no standard library for $target: Debian's compiler does not start" >&2; exit 1; }
echo "export RUSTC='$debian/rustc' RUSTC_BOOTSTRAP=1"
echo "BUILD=(-Zbuild-std=std,panic_abort --target $target)"
[[ $target == *musl ]] || exit 0

# Debian's compiler has no C library of its own for musl: it is that of musl-tools, with gcc's code for unwinding, which asks
# for a function that musl lacks; -1 sends it to the way that works everywhere.
if ! command -v musl-gcc >/dev/null; then
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends musl-tools >&2
fi
mkdir -p "$debian/musl"
cp "$(gcc -print-file-name=libgcc_eh.a)" "$debian/musl/libunwind.a"
echo 'int _dl_find_object(void *address, void *found) { (void)address; (void)found; return -1; }' >"$debian/musl/find.c"
musl-gcc -O1 -c "$debian/musl/find.c" -o "$debian/musl/find.o"
ar r "$debian/musl/libunwind.a" "$debian/musl/find.o" 2>/dev/null
# Its name must not end in `ld`, from which the compiler would guess another kind of linker.
cat >"$debian/musl/link" <<'END'
#!/usr/bin/env bash
arguments=()
for argument; do
    case $argument in -pie | -static-pie) ;; *) arguments+=("$argument") ;; esac
done
exec musl-gcc "${arguments[@]}" -static -no-pie -L "$(dirname "$0")"
END
chmod +x "$debian/musl/link"
echo "export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER='$debian/musl/link'"
echo 'LINK_FLAGS=(-Clink-self-contained=no -Ctarget-feature=+crt-static)'
