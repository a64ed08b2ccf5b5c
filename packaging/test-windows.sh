#!/usr/bin/env bash
# Tests a program for Windows under wine: packaging/test-windows.sh PROGRAM. Prints the names of the tests that passed, and
# fails at the first that does not.
source "$(dirname "$0")/common.sh"
program=$1
work=$tools/windows-test
rm -rf "$work"
mkdir -p "$work"
cd "$work"
export LURD_WORKING_FOLDER=$work
# The user's folders of lurd are in the Windows of wine.
user=$(find "$tools/wine/drive_c/users" -maxdepth 1 -mindepth 1 -type d ! -name Public | head -n 1)
data=$user/AppData/Roaming/lurd
rm -rf "$data" "$user/AppData/Local/lurd"
lurd() { timeout 300 "$packaging/wine.sh" "$program" "$@"; }
# Ends the program under wine without a chance to react: only in the Windows of this folder.
end_at_once() {
    local folder
    for folder in /proc/[0-9]*; do
        grep -qaF "${program##*/}" "$folder/cmdline" 2>/dev/null || continue
        grep -qazxF "WINEPREFIX=$tools/wine" "$folder/environ" 2>/dev/null || continue
        kill -KILL "${folder#/proc/}" 2>/dev/null || true
    done
}
passed=()
failed() { echo "failed under wine: $1" >&2; exit 1; }

lurd --version | grep -qF "lurd $version (${LURD_COMMIT:-unknown commit}, " || failed 'the version'

lurd solve missile/4 pusher/1 >readme.txt </dev/null || failed 'the first command of the README'
is_readme_answer readme.txt || failed 'the answers of the first command of the README'
passed+=('README')

# Answers are saved, and the next run finds them.
[[ $(find "$data" -name '*.sok' -o -name '*.shift' | wc -l) = 2 ]] || failed 'saving answers'
lurd solutions list >list.txt </dev/null || failed 'listing the saved answers'
[[ $(wc -l <list.txt) -ge 1 ]] && grep -q 0CF841913B862B5F list.txt || failed 'the saved answers of the next run'
lurd solutions check >check.txt 2>&1 </dev/null || failed 'the check of the saved answers'
# A second answer of the same level is added to a file that exists.
lurd solve pusher/1 --for moves >/dev/null </dev/null || failed 'saving a second answer'
[[ -z $(find "$data" -name '*.lock' -o -name '*.part') ]] || failed 'what is left beside the saved answers'
passed+=('saved answers found again')

# A batch that is killed while it searches keeps its lines, and goes on. No search of this kind solves its fourth level.
levels=(missile/1-3 '4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16' starter/1)
lurd batch "${levels[@]}" --strategy idastar --time 200s -o batch.jsonl --no-store >/dev/null 2>&1 </dev/null &
for _ in $(seq 6000); do
    [[ ! -e batch.jsonl || $(wc -l <batch.jsonl) -lt 3 ]] || break
    sleep 0.05
done
end_at_once
wait || true
before=$(wc -l <batch.jsonl)
((before == 3)) || failed 'the lines of a batch before its end'
code=0
lurd batch "${levels[@]}" --strategy idastar --time 5s --resume batch.jsonl --no-store >resumed.txt 2>&1 </dev/null || code=$?
((code == 3)) || failed 'the exit code of batch --resume with a level that ends at the limit'
[[ $(grep -o '"status":"[a-z]*"' batch.jsonl | cut -d'"' -f4 | tr '\n' ' ') = 'solved solved solved limit solved ' ]] ||
    failed 'the lines of the resumed batch'
passed+=("batch killed after $before of 5 lines and resumed")

# Blanks, letters outside of ASCII, both separators and drive letters.
folder='Größe und Weg 箱'
mkdir "$folder"
printf '#######\r\n#@ $ .#\r\n#######\r\n' >"$folder/Ebene ü 1.xsb"
lurd solve "$folder/Ebene ü 1.xsb" -o "$folder/Lösung ž.gif" --no-store >path.txt </dev/null || failed 'a path with blanks'
grep -q 'rRR' path.txt || failed 'the answer from a path with blanks'
head -c 3 "$folder/Lösung ž.gif" | grep -q GIF || failed 'a picture at a path with blanks'
lurd solve "$folder\\Ebene ü 1.xsb" --no-store >path.txt </dev/null && grep -q rRR path.txt || failed 'a path with a backslash'
lurd solve "Z:${work//\//\\}\\$folder\\Ebene ü 1.xsb" --no-store >path.txt </dev/null && grep -q rRR path.txt ||
    failed 'a path with a drive'
lurd batch "$folder/Ebene ü 1.xsb" -o "$folder/Zeilen é.jsonl" --no-store >/dev/null </dev/null || failed 'batch there'
[[ $(wc -l <"$folder/Zeilen é.jsonl") = 1 ]] || failed 'the lines of batch there'
lurd convert "$folder/Ebene ü 1.xsb" -o "$folder/Kopie ø.sok" >/dev/null </dev/null || failed 'convert there'
[[ -s "$folder/Kopie ø.sok" ]] || failed 'the file of convert there'
[[ -z $(find "$folder" -name '*.lock' -o -name '*.part') ]] || failed 'what is left in that folder'
passed+=('paths with blanks and letters outside of ASCII')

# Commands from a pipe.
printf 'load missile/2\nsolve\n' | lurd >script.txt 2>&1 || failed 'commands from a pipe'
tr -d '\r' <script.txt | grep -q 'left 1, up 1, right 1, down 1' || failed 'the answer to commands from a pipe'
passed+=('commands from a pipe')

text=$(printf '%s, ' "${passed[@]}")
echo "${text%, }"
