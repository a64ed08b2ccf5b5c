#!/usr/bin/env bash
# Writes the licences of lurd and of all that is linked into the program: packaging/licences.sh TARGET > FILE
#
# The packages are those that cargo resolves for the target, without what only builds or tests need. Equal texts are
# written once. The order does not depend on the machine.
source "$(dirname "$0")/common.sh"
target=$1
home=${CARGO_HOME:-$HOME/.cargo}

cat <<END
The licences of lurd $version for $target, and of everything that is linked into it
==================================================================================

lurd is licensed under the MIT licence or the Apache licence 2.0, as you choose.

Parts of the standard library of Rust (https://www.rust-lang.org) are in the program: MIT or Apache-2.0, copyright the Rust
project contributors.
END
case $target in
*musl) cat <<END
The C library musl (https://musl.libc.org) is in the program: MIT, copyright 2005-2024 Rich Felker, et al. libgcc of GCC is
in it under the GPL 3 with the GCC Runtime Library Exception.
END
;;
*windows-gnu) cat <<END
Start-up code of mingw-w64 (https://www.mingw-w64.org) is in the program: public domain and ZPL 2.1. libgcc of GCC is in it
under the GPL 3 with the GCC Runtime Library Exception.
END
;;
esac
printf '\nPackages\n--------\n\n'
list=$(cargo tree --locked --package lurd --edges normal --target "$target" --prefix none --format '{p}|{l}|{r}' |
    sed 's/ (\*)$//; s/ (proc-macro)//' | grep -v '^lurd' | sort -u)

missing=0 files=() owners=() wanted=()
shopt -s nullglob nocasematch
while IFS='|' read -r package licence address; do
    read -r name number _ <<<"$package"
    number=${number#v}
    [[ -n $licence ]] || { echo "$name $number names no licence" >&2; exit 1; }
    printf '%s %s: %s%s\n' "$name" "$number" "$licence" "${address:+, $address}"
    found=0
    # Packages that bring a library in C have its licence in their folder `c_src`.
    for file in "$home"/registry/src/*/"$name-$number"/{,c_src/*/*/}*; do
        [[ -f $file && ${file##*/} =~ ^(licen[cs]e|copying|notice|copyright|unlicense) ]] || continue
        found=1
        files+=("$file")
        owners+=("$name $number: ${file#*/"$name-$number"/}")
    done
    if ((!found)); then
        case $licence in
        *Apache-2.0*) lacks='Apache License' ;;
        *BSL-1.0*) lacks='Boost Software License' ;;
        *) echo "$name $number has no text of its licence, $licence" >&2; exit 1 ;;
        esac
        wanted+=("$lacks")
        printf '  (the package has no file with the text; that of the %s is below)\n' "$lacks"
        missing=$((missing + 1))
    fi
done <<<"$list"
files+=(LICENSE-MIT LICENSE-APACHE)
owners+=('lurd: LICENSE-MIT' 'lurd: LICENSE-APACHE')

for lacks in "${wanted[@]}"; do
    grep -qF "$lacks" "${files[@]}" || { echo "no package has the text of the $lacks" >&2; exit 1; }
done

printf '\nTexts\n-----\n'
# Equal texts are one, by the first package that has it. A package may be in the folder of more than one registry.
declare -A of text
order=() number=0
while read -r sum _; do
    if [[ -z ${of[$sum]-} ]]; then
        order+=("$sum")
        text[$sum]=${files[number]}
    fi
    [[ $'\n'${of[$sum]-} == *$'\n'"${owners[number]}"$'\n'* ]] || of[$sum]+=${owners[number]}$'\n'
    number=$((number + 1))
done < <(sha256sum -- "${files[@]}" | sed 's/^\\//')
for sum in "${order[@]}"; do
    printf '\n================================================================================\n%s' "${of[$sum]}"
    printf -- '--------------------------------------------------------------------------------\n\n'
    cat "${text[$sum]}"
    echo
done
echo "licences: $(wc -l <<<"$list") packages, $missing of them without a file with the text" >&2
