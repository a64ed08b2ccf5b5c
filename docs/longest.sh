#!/bin/sh
# Prints the part of docs/atlas.md about the longest Sokoban levels of empty rectangles: sh docs/longest.sh [LURD]
# Every number comes from `lurd generate sokoban --longest WxH --boxes N --for OBJECTIVE --json`.
set -eu
export LC_ALL=C
lurd=${1:-lurd}

# $1: a line of JSON; $2: the name of a number in it.
field() {
    printf '%s\n' "$1" | sed -En 's/.*"'"$2"'":([0-9]*).*/\1/p'
}

cat << 'END'

## The longest Sokoban levels of empty rectangles

The most pushes and the most moves that an optimal solution takes, over all levels whose floor is a rectangle without walls inside: all sets of
goals up to symmetry, and all starts. "Goals" is the number of these sets, "with it" the number of those that have such a start, and "positions"
the positions that were examined for all of them: boxes with a region of the player for pushes, boxes with the square of the player for moves. A row
is recomputed by `lurd generate sokoban --longest WxH --boxes N --for pushes`, or `--for moves`, which prints such a level and its solution. The
table was made by `docs/longest.sh`. mzrg.com/sokoban lists such levels by moves; its figures have not been compared.

| floor | boxes | goals | pushes | with it | positions | moves | with it | positions |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
END
for size in 1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 1x11 1x12 2x2 2x3 2x4 2x5 2x6 3x3 3x4 3x5 4x4 4x5 5x5; do
    squares=$((${size%x*} * ${size#*x}))
    for boxes in 1 2 3 4; do
        [ "$boxes" -lt "$squares" ] || continue
        row="| $size | $boxes |"
        for objective in pushes moves; do
            line=$("$lurd" generate sokoban --longest "$size" --boxes "$boxes" --for "$objective" --json)
            [ "$objective" = pushes ] && row="$row $(field "$line" goal_sets) |"
            row="$row $(field "$line" longest) | $(field "$line" longest_goal_sets) | $(field "$line" positions) |"
        done
        echo "$row"
    done
done
