#!/bin/sh
# Makes docs/atlas.json and docs/atlas.md: sh docs/atlas.sh [LURD [THREADS]]
# Every number comes from `lurd space --json --antipodes FILE`. The largest tables have 479,001,600 boards, a byte each.
# The parts of other scripts are left as they are. One of them is replaced by
#   sh docs/coloured.sh LURD > part && sh docs/atlas.sh --part coloured part
set -eu
export LC_ALL=C
cd_to=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
if [ "${1:-}" = --part ]; then
    page=$cd_to/atlas.md
    grep -q "^<!-- begin: docs/$2.sh -->" "$page" || { echo "atlas: there is no part '$2'" >&2; exit 1; }
    {
        sed "/^<!-- begin: docs\/$2.sh -->/q" "$page"
        cat "$3"
        echo
        sed -n "/^<!-- end: docs\/$2.sh -->/,\$p" "$page"
    } > "$folder/page"
    mv "$folder/page" "$page"
    exit
fi
lurd=${1:-lurd}
threads=${2:-2}
cd "$cd_to"
json=$folder/atlas.json
page=$folder/atlas.md

# $1: rows; $2: columns. The board with the tiles 1, 2, 3, .. in order.
board() {
    awk -v rows="$1" -v columns="$2" 'BEGIN {
        between = rows * columns > 9 ? "," : ""
        for (cell = 0; cell < rows * columns; cell++)
            printf "%s%d", cell == 0 ? "" : cell % columns == 0 ? "/" : between, cell + 1
    }'
}

# $1: a line of JSON; $2: the name of a field. Its value: a number or a list of numbers.
field() {
    printf '%s\n' "$1" | sed -En 's/.*"'"$2"'":(\[[0-9,]*\]|[0-9.]*).*/\1/p'
}

# $1: the text that ends a check that failed.
fail() {
    echo "atlas: $1" >&2
    exit 1
}

# $1: a number. n! in shell arithmetic.
factorial() {
    product=1 factor=$1
    while [ "$factor" -gt 1 ]; do product=$((product * factor)) factor=$((factor - 1)); done
    echo "$product"
}

# $1: rows; $2: columns; $3: the number of boards in all. How many can be reached.
within_reach() {
    if [ "$1" = 1 ]; then echo "$2"
    elif [ $(($1 % 2)) = 1 ] && [ $(($2 % 2)) = 1 ]; then echo $(($3 / 2))
    else echo "$3"; fi
}

# $1: the objective; $2: rows; $3: columns. A line of atlas.json and a part of atlas.md.
row() {
    target=$(board "$2" "$3")
    command="lurd space '$target -> $target' --for $1 --json --antipodes far.txt"
    line=$("$lurd" space "$target -> $target" --for "$1" --json --antipodes "$folder/far.txt" \
        --threads "$threads" --time none --memory 1GB 2> "$folder/messages") || fail "$command: $(cat "$folder/messages")"
    layers=$(field "$line" layers) mean=$(field "$line" mean) farthest=$(field "$line" farthest)
    classes=$(field "$line" antipodes) symmetries=$(field "$line" symmetries) reached=$(field "$line" reached)
    antipode=$(sed -n 1p "$folder/far.txt")
    cells=$(($2 * $3)) lit=1
    [ "$1" = buttons ] && lit=$cells
    boards=$(($(within_reach "$2" "$3" "$(factorial "$cells")") * lit))
    sum=$(($(printf '%s' "$layers" | tr -d '[]' | tr , +)))
    [ "$sum" = "$boards" ] && [ "$reached" = "$boards" ] || fail "$command: $sum boards, not $boards"
    printf '{"objective":"%s","rows":%s,"columns":%s,"boards":%s,"layers":%s,"farthest":%s,"mean":%s,"antipodes":%s,"symmetries":%s,"antipode":"%s","command":"%s"}\n' \
        "$1" "$2" "$3" "$boards" "$layers" "$farthest" "$mean" "$classes" "$symmetries" "$antipode" "$command" >> "$json.lines"
    last=$(printf '%s' "$layers" | tr -d '[]' | sed 's/.*,//')
    printf '| %s x %s | %s | %s | %.4f | %s | %s |\n' \
        "$2" "$3" "$boards" "$farthest" "$mean" "$last" "$classes" >> "$folder/summary"
    {
        printf '\n### %s x %s, %s\n\n```sh\n%s\n```\n\nFrom distance 0 on:\n\n```text\n%s\n```\n\n' \
            "$2" "$3" "$1" "$command" "$(printf '%s' "$layers" | tr -d '[]' | tr , ' ' | fold -s -w 110 | sed 's/ *$//')"
        printf 'One of the boards at distance %s:\n\n```text\n' "$farthest"
        printf '%s\n' "$antipode" | tr / '\n' | awk '{
            tiles = index($0, ",") ? split($0, tile, ",") : split($0, tile, "")
            for (nth = 1; nth <= tiles; nth++) printf "%3s", tile[nth]
            print ""
        }' | sed 's/^ //'
        printf '```\n'
    } >> "$folder/parts"
    echo "$1 $2x$3: farthest $farthest" >&2
}

# $1: the objective; $2: the heading; $3: what is counted; $4: what a move is.
section() {
    : > "$folder/summary"
    : > "$folder/parts"
    for size in 2x2 2x3 2x4 3x3 2x5 2x6 3x4 1x2 1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 1x11 1x12; do
        row "$1" "${size%x*}" "${size#*x}"
    done
    {
        printf '\n## %s\n\n%s\n\n' "$2" "$4"
        printf '| board | %s | farthest | mean | farthest boards | up to symmetry |\n|---|---|---|---|---|---|\n' "$3"
        cat "$folder/summary" "$folder/parts"
    } >> "$page"
}

cat > "$page" << 'END'
# The atlas: every board of up to 12 cells

The distances of all boards with distinct tiles, of up to 12 cells, to one of them, under three ways to count moves. `docs/atlas.sh` makes
this page and [atlas.json](atlas.json) from the commands beside the figures; nothing is typed in by hand. After these tables come those of
[fourteen cells](#fourteen-cells), of [coloured boards](#coloured-boards), of [random boards of sixteen tiles](#random-boards-of-4-x-4-with-sixteen-distinct-tiles), of the
[longest Sokoban levels](#the-longest-sokoban-levels-of-empty-rectangles) and of [known levels](#known-sokoban-levels), each made by a script of
its own.

Every row of up to 5 million boards is recomputed by tests: those of up to 400,000 boards, and of up to 3,000 coloured boards as
targets, with each `cargo test --test library`, the others by

```sh
cargo test --release --test library -- --ignored counted_again tried_again found_again
```

These tests also solve the farthest boards, one of each class up to symmetry (the first 1,000 classes of a row), and compare the optimum with the
distance.

The greatest distance ("farthest") is God's number of the puzzle: because all tiles differ, it does not depend on the target. The mean is
over all boards within reach. Two boards are the same up to symmetry if a translation, a reflection or, on a square board, the transposition
takes one to the other and the target to itself with other names of the tiles. The file of `--antipodes` has one board of each class.
A board of C rows and R columns has the figures of the board of R rows and C columns. The tables of 12 cells take 479,001,600 bytes.

## Which boards have two halves

A shift of a line of *n* cells is a cycle of *n* tiles, which is an even permutation if *n* is odd. If both the number of rows and the number
of columns are odd, every shift is even, so that only the boards that are even permutations of the target can be reached: half of them. Of
the boards here with more than one row that is 3 x 3: 181,440 of the 362,880 boards are within reach of the target, and the other half, which has
the same distances among itself, is not. On every other board with at least two rows and two columns some shift is odd, and all boards
can be reached: a row and a column share one cell, so their commutator is a cycle of three tiles; such cycles generate the even permutations,
and an odd shift adds the others. Presses that move the lit lines change no tile, so the same holds for them.

A single row can only be turned: of its boards as many as it has cells are within reach.
END
section shifts "Shifts by one cell" "boards" "A move shifts a row or a column by one cell (\`--for shifts\`)."
section grouped "Shifts by any distance" "boards" "A move shifts a row or a column by any number of cells (\`--for grouped\`)."
section buttons "Presses of the gamepad" "boards with lit lines" \
    "A move is a press: it lights the next row or column, round the edge, or shifts a lit one by one cell (\`--for buttons\`).
A board with lit lines is a board with one of its rows and one of its columns lit. In the target any may be lit. By symmetry, the
distances are the same wherever the lit lines are, so that the boards with the first row and column lit, as at the start of a puzzle,
are those numbers divided by the number of cells."
for part in large coloured sixteen longest levels; do
    echo
    sed -n "/^<!-- begin: docs\/$part.sh -->/,/^<!-- end: docs\/$part.sh -->/p" atlas.md
done >> "$page"
{ echo '['; sed '$!s/$/,/' "$json.lines"; echo ']'; } > "$json"
mv "$json" atlas.json
mv "$page" atlas.md
