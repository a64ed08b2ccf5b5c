#!/bin/sh
# Prints the part of docs/atlas.md about the board of 14 cells and writes docs/large.json: sh docs/large.sh LURD FOLDER [BOARDS]
# Every number comes from `lurd space --symmetry --json`, which takes 1.1 GB of memory, and from `lurd batch` for BOARDS random
# boards. FOLDER keeps the table and the lines of the batch: a run goes on where it was stopped.
set -eu
export LC_ALL=C
lurd=$1
folder=$2
count=${3:-200}
case $lurd in */*) lurd=$(realpath "$lurd") ;; esac
mkdir -p "$folder"
folder=$(realpath "$folder")
cd "$(dirname "$0")"
target=1,2,3,4,5,6,7/8,9,10,11,12,13,14

# $1: the name of a field of the line of the table.
field() {
    sed -En 's/.*"'"$1"'":(\[[^]]*\]|[0-9.]*).*/\1/p' "$folder/2x7.json"
}

# $1: the text that ends a check that failed.
fail() {
    echo "large: $1" >&2
    exit 1
}

if ! grep -q '"status":"counted"' "$folder/2x7.json" 2> /dev/null; then
    "$lurd" space "$target -> $target" --symmetry --json --time none --memory 2GB --resume "$folder/2x7.layers" \
        --antipodes "$folder/2x7.far" > "$folder/2x7.json"
fi
# 14! boards.
echo "$(field layers)" | tr -d '[]' | tr , '\n' | awk '{ sum += $1 } END { exit sum != 87178291200 }' ||
    fail 'the layers do not sum to 14!'

awk -v rows=2 -v columns=7 -v seed=2026 -v count="$count" -f random-boards.awk > "$folder/2x7.shift"
(cd "$folder" && "$lurd" batch 2x7.shift --for shifts --strategy bidirectional --time none --memory 6GB --no-store \
    --resume 2x7.jsonl >&2)
solved=$(grep -c '"proof":"optimal"' "$folder/2x7.jsonl")
[ "$solved" = "$count" ] || fail "$((count - solved)) random boards were not solved"
sed -En 's/.*"cost":([0-9]+),"proof":"optimal".*/\1/p' "$folder/2x7.jsonl" > "$folder/2x7.costs"

cat << END

## Fourteen cells

The boards of 2 x 7 with distinct tiles, in shifts by one cell: 14! of them, all within reach. God's number is $(field farthest), the mean is
$(field mean | cut -c 1-7), and $(field layers | tr -d '[]' | sed 's/.*,//') boards are farthest, $(field antipodes) up to symmetry. The table has one board of each class of the 28 symmetries, in
two bits.

\`\`\`sh
lurd space '$target -> $target' --symmetry --time none --memory 2GB --resume 2x7.layers
\`\`\`

From distance 0 on:

\`\`\`text
$(field layers | tr -d '[]' | tr , ' ' | fold -s -w 130 | sed 's/ *$//')
\`\`\`

One of the boards at distance $(field farthest):

\`\`\`text
$(head -n 1 "$folder/2x7.far" | awk -F/ '{ for (row = 1; row <= NF; row++) { n = split($row, tile, ","); line = ""
    for (cell = 1; cell <= n; cell++) line = line sprintf("%3d", tile[cell]); print line } }')
\`\`\`

It was checked by another method, bidirectional search of random boards by \`docs/large.sh LURD FOLDER\`, and the checksums of the layers are
in [large.json](large.json).

$(awk -v layers="$(field layers | tr -d '[]')" '
    { sum += $1; squares += $1 * $1; boards[$1]++ }
    END {
        n = split(layers, size, ",")
        for (distance = 1; distance <= n; distance++) all += size[distance]
        mean = sum / NR
        half = 1.959964 * sqrt((squares - NR * mean * mean) / (NR - 1) / NR)
        printf "%d boards have the mean %.3f, with a 95 %% confidence interval from %.3f to %.3f.\n\n", NR, mean, mean - half, mean + half
        print "| distance | random boards | expected from the table |"
        print "|--:|--:|--:|"
        for (distance = 1; distance <= n; distance++) {
            expected = NR * size[distance] / all
            if (boards[distance - 1] > 0 || expected >= 0.05) printf "| %d | %d | %.1f |\n", distance - 1, boards[distance - 1], expected
        }
    }' "$folder/2x7.costs")

END
{
    printf '{"board":"2x7","objective":"shifts","symmetries":%s,"layers":%s,\n' "$(field symmetries)" "$(field layers)"
    printf '"classes":%s,\n"checksums":%s}\n' "$(field classes)" "$(field checksums)"
} > large.json
