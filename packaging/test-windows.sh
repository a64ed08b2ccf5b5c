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

# A batch that is killed keeps its lines, and goes on.
lurd batch starter --for pushes -o batch.jsonl --no-store >/dev/null 2>&1 </dev/null &
for _ in $(seq 3000); do
    [[ $(wc -l <batch.jsonl 2>/dev/null || echo 0) -lt 3 ]] || break
    sleep 0.1
done
"$packaging/kill-windows.sh" "${program##*/}"
wait || true
before=$(wc -l <batch.jsonl)
((before >= 3)) || failed 'the lines of a batch before its end'
lurd batch starter --for pushes --resume batch.jsonl --no-store >resumed.txt 2>&1 </dev/null || failed 'batch --resume'
all=$(wc -l <batch.jsonl)
[[ $(grep -c '"status":"solved"' batch.jsonl) = "$all" ]] || failed 'the lines of the resumed batch'
((all > before)) || failed 'a batch that was killed before its end'
passed+=("batch killed after $before of $all lines and resumed")

# Blanks, letters outside of ASCII, both separators and drive letters.
folder='Größe und Weg 箱'
mkdir "$folder"
printf '#######\r\n#@ $ .#\r\n#######\r\n' >"$folder/Ebene ü 1.xsb"
lurd solve "$folder/Ebene ü 1.xsb" -o "$folder/Lösung ž.gif" --no-store >path.txt </dev/null || failed 'a path with blanks'
grep -q 'rRR' path.txt || failed 'the answer from a path with blanks'
head -c 3 "$folder/Lösung ž.gif" | grep -q GIF || failed 'a picture at a path with blanks'
lurd solve "$folder\\Ebene ü 1.xsb" --no-store </dev/null | grep -q rRR || failed 'a path with a backslash'
lurd solve "Z:${work//\//\\}\\$folder\\Ebene ü 1.xsb" --no-store </dev/null | grep -q rRR || failed 'a path with a drive'
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
