#!/usr/bin/env bash
# lurd.exe for Windows on x86-64, its archive, and its tests under wine.
source "$(dirname "$0")/common.sh"
target=x86_64-pc-windows-gnu
needs x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
needs zip zip
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
# The linker notes the time otherwise.
build "$target" -Clink-arg=-Wl,--no-insert-timestamp
at_most "$binary" 14
program=$out/lurd-$version-$target.exe
cp "$binary" "$program"

name=lurd-$version-$target
folder=$tools/$name
rm -rf "$folder"
mkdir "$folder"
cp "$binary" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder"
"$packaging/licences.sh" "$target" >"$folder/LICENCES.txt"
# Notepad of older systems needs both characters of a line break.
sed -i 's/\r*$/\r/' "$folder"/*.txt
find "$folder" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
rm -f "$out/$name.zip"
(cd "$tools" && find "$name" | sort | zip -q -X -9 "$out/$name.zip" -@)

if "$packaging/wine.sh" true; then
    tests=$("$packaging/test-windows.sh" "$program")
    note "$program" "size; under wine: $tests"
else
    note "$program" 'size; not run: there is no wine'
fi
note "$out/$name.zip" 'none'
