#!/usr/bin/env bash
# The static program for Linux on x86-64, its archive, and the test of both in a root folder that has nothing else.
source "$(dirname "$0")/common.sh"
target=x86_64-unknown-linux-musl
# For the allocator, which is in C.
needs musl-gcc musl-tools
build "$target"
at_most "$binary" 14
if readelf -l "$binary" | grep -q INTERP; then
    echo "the program is not static" >&2
    exit 1
fi
cp "$binary" "$out/lurd-$version-$target"

folder=$tools/root
rm -rf "$folder"
mkdir -p "$folder"
cp "$binary" "$folder/lurd"
tests='size'
if (($(id -u) == 0)); then
    env -i "$(command -v chroot)" "$folder" /lurd solve missile/4 pusher/1 >"$tools/static.txt"
    is_readme_answer "$tools/static.txt"
    env -i "$(command -v chroot)" "$folder" /lurd --version | grep -F "lurd $version (${LURD_COMMIT:-unknown commit}, $target)"
    tests+=', README in an empty root, version'
else
    env -i "$folder/lurd" solve missile/4 pusher/1 >"$tools/static.txt"
    is_readme_answer "$tools/static.txt"
    tests+=', README (without chroot: not root)'
fi

# Manual pages, completions and licences, also for the .deb.
share=$tools/share
rm -rf "$share"
mkdir -p "$share/completions"
"$binary" man "$share/man" 2>/dev/null
for shell in bash zsh fish elvish powershell; do "$binary" completions "$shell" >"$share/completions/lurd.$shell"; done
"$packaging/licences.sh" "$target" >"$share/LICENCES.txt"

name=lurd-$version-$target
rm -rf "${tools:?}/$name"
mkdir "$tools/$name"
cp -r "$binary" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$share"/* "$tools/$name"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$tools" -c "$name" |
    gzip -9n >"$out/$name.tar.gz"
note "$out/lurd-$version-$target" "$tests"

mkdir "$tools/unpacked-$$"
tar -xzf "$out/$name.tar.gz" -C "$tools/unpacked-$$"
cmp "$tools/unpacked-$$/$name/lurd" "$binary"
rm -r "$tools/unpacked-$$"
note "$out/$name.tar.gz" 'unpacked: the same program'
