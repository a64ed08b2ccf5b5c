#!/bin/sh
# Prints the part of docs/atlas.md about coloured boards and writes docs/coloured.json: sh docs/coloured.sh [LURD [THREADS]]
# Every number comes from `lurd space --targets --json` or `lurd space --json --antipodes FILE`.
set -eu
export LC_ALL=C
lurd=${1:-lurd}
threads=${2:-1}
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
json=$folder/coloured.json
# The most boards for which each is tried as the target.
most=100000

# $1: a line of JSON; $2: the name of a field. Its value: a number or a list of numbers.
field() {
    printf '%s\n' "$1" | sed -En 's/.*"'"$2"'":(\[[0-9,]*\]|[0-9.]*).*/\1/p'
}

# $1: the text that ends a check that failed.
fail() {
    echo "coloured: $1" >&2
    exit 1
}

# $1: the command after `lurd`, with its puzzle in $2, and the other arguments.
run() {
    puzzle=$1
    shift
    "$lurd" space "$puzzle" "$@" --json --threads "$threads" --time none 2> "$folder/messages" ||
        fail "$puzzle: $(cat "$folder/messages")"
}

# $1: rows; $2: columns. For each multiset of two to four colours the number of boards, the numbers of tiles, and the
# board with the tiles in order.
multisets() {
    awk -v rows="$1" -v columns="$2" '
        function boards(parts,    nth, product, cells, tile) {
            product = 1; cells = 0
            for (nth = 1; nth <= parts; nth++)
                for (tile = 1; tile <= part[nth]; tile++) product = product * ++cells / tile
            return product
        }
        function show(parts,    nth, tile, cell, tiles, text) {
            for (nth = 1; nth <= parts; nth++) {
                tiles = tiles (nth == 1 ? "" : ",") part[nth]
                for (tile = 1; tile <= part[nth]; tile++) {
                    text = text (cell > 0 && cell % columns == 0 ? "/" : "") nth
                    cell++
                }
            }
            printf "%d %s %s\n", boards(parts), tiles, text
        }
        function split_up(left, parts, largest,    size) {
            if (left == 0) { if (parts > 1) show(parts); return }
            if (parts == 4) return
            for (size = left < largest ? left : largest; size > 0; size--) {
                part[parts + 1] = size
                split_up(left - size, parts + 1, size)
            }
        }
        BEGIN { split_up(rows * columns, 0, rows * columns) }' | sort -n -k 1,1 -s
}

# $1: the objective; $2: rows; $3: columns. A table of the targets that are nearest to all boards and the farthest from one.
targets() {
    printf '\n| tiles | boards | least | targets | for instance | greatest | targets | for instance |\n'
    printf '|---|--:|--:|--:|---|--:|--:|---|\n'
    multisets "$2" "$3" > "$folder/multisets"
    while read -r boards tiles board; do
        [ "$boards" -le "$most" ] || continue
        line=$(run "$board -> $board" --for "$1" --targets)
        [ "$(field "$line" reached)" = "$boards" ] || fail "$board: not $boards boards"
        list=$(printf '%s\n' "$line" | sed -En 's/.*"targets":(\[[^]]*\]).*/\1/p')
        printf '%s\n' "$list" | tr '{' '\n' | sed -En \
            's/"eccentricity":([0-9]+),"targets":([0-9]+),"classes":([0-9]+),.*"example":"([^"]*)".*/\1 \2 \3 \4/p' > "$folder/rows"
        [ "$(awk '{ sum += $2 } END { print sum }' "$folder/rows")" = "$boards" ] || fail "$board: not every board is a target"
        awk -v tiles="$tiles" -v boards="$boards" '
            NR == 1 { least = $1 " | " $3 " | `" $4 "`" }
            END { print "| " tiles " | " boards " | " least " | " $1 " | " $3 " | `" $4 "` |" }' "$folder/rows"
        printf '{"objective":"%s","rows":%s,"columns":%s,"tiles":[%s],"boards":%s,"targets":%s,"command":"%s"}\n' \
            "$1" "$2" "$3" "$tiles" "$boards" "$list" "lurd space '$board -> $board' --for $1 --targets --json" >> "$json.lines"
        echo "$1 $2x$3 $tiles" >&2
    done < "$folder/multisets"
}

# $1: the objective. A table of the boards of the file `patterns` by their distance from the pattern.
patterns() {
    printf '\n| pattern | target | boards | farthest | mean | farthest boards | up to symmetry |\n|---|---|--:|--:|--:|--:|--:|\n'
    while read -r target name; do
        line=$(run "$target -> $target" --for "$1" --antipodes "$folder/far.txt")
        layers=$(field "$line" layers) boards=$(field "$line" reached) farthest=$(field "$line" farthest)
        [ "$boards" = "$(field "$line" size)" ] && [ "$boards" -gt "$most" ] || fail "$target: $boards boards"
        [ $(($(printf '%s' "$layers" | tr -d '[]' | tr , +))) = "$boards" ] || fail "$target: not $boards boards"
        mean=$(field "$line" mean) classes=$(field "$line" antipodes) symmetries=$(field "$line" symmetries)
        last=$(printf '%s' "$layers" | tr -d '[]' | sed 's/.*,//')
        # shellcheck disable=SC2016
        printf '| %s | `%s` | %s | %s | %.4f | %s | %s |\n' "$name" "$target" "$boards" "$farthest" "$mean" "$last" "$classes"
        printf '{"objective":"%s","pattern":"%s","target":"%s","boards":%s,"layers":%s,"farthest":%s,"mean":%s,"antipodes":%s,"symmetries":%s,"antipode":"%s","command":"%s"}\n' \
            "$1" "$name" "$target" "$boards" "$layers" "$farthest" "$mean" "$classes" "$symmetries" \
            "$(sed -n 1p "$folder/far.txt")" "lurd space '$target -> $target' --for $1 --json --antipodes far.txt" >> "$json.lines"
        echo "$1 $target" >&2
    done < "$folder/patterns"
}

cat > "$folder/patterns" << 'END'
1111/2222/3344 rows, the last in halves
1122/1122/3344 quadrants
1212/3434/1212 checkers
1234/1234/1234 columns
1234/4123/3412 diagonals
1111/1111/2222/3333 rows
1111/2222/1111/3333 rows, alternating
1111/1111/2233/2233 quadrants, two of one colour
1122/1122/3311/3311 quadrants, opposite ones of one colour
1123/3112/2311/1231 diagonals
1213/3121/1312/2131 diagonals, alternating
1212/1313/1212/1313 checkers and columns
1212/3131/1212/3131 checkers and diagonals
3123/2111/1112/3213 missile 3
4342/3124/4243/2431 missile 4
1111/2222/3333/4444 rows
1122/1122/3344/3344 quadrants
1234/4123/3412/2341 diagonals
1234/3412/1234/3412 diagonals of two cells
1212/3434/1212/3434 checkers
1234/2143/3412/4321 Latin square
1122/1342/3344/1342 missile 5
END
: > "$json.lines"
cat << 'END'

## Coloured boards

For each multiset of two to four colours whose space has up to 100,000 boards, every board was tried as the target. "Least" is the smallest
greatest distance of a board from a target, "greatest" the largest one, each with the number of targets that have it, up to symmetry, and one
of them. Two targets are the same up to symmetry if a translation, a reflection or, on a square board, the transposition takes one to the
other, with other names of the colours that have equally many tiles. A row is recomputed by `lurd space 'BOARD -> BOARD' --targets`, with
`--for grouped` for shifts by any distance, where BOARD is one of the boards of the row. The greatest distances between them, and the means, are in
[coloured.json](coloured.json), each with its command. The tables were made by `docs/coloured.sh`.

### 3 x 3, shifts by one cell

A shift of a line of three cells by two is one by one cell the other way, so these figures hold for shifts by any distance, too.
END
targets shifts 3 3
printf '\n### 3 x 4, shifts by one cell\n'
targets shifts 3 4
printf '\n### 3 x 4, shifts by any distance\n'
targets grouped 3 4
printf '\n### 4 x 4, shifts by one cell\n'
targets shifts 4 4
printf '\n### 4 x 4, shifts by any distance\n'
targets grouped 4 4
cat << 'END'

### Patterns of more boards, shifts by one cell

The boards with the tiles of a named pattern, by their distance from it. A row is recomputed by `lurd space 'TARGET -> TARGET'`, with
`--antipodes FILE` for the last column, and with `--for grouped` for shifts by any distance. The boards at each distance are in
[coloured.json](coloured.json).
END
patterns shifts
printf '\n### Patterns of more boards, shifts by any distance\n'
patterns grouped
{ echo '['; sed '$!s/$/,/' "$json.lines"; echo ']'; } > "$json"
mv "$json" coloured.json
