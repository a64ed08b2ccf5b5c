#!/bin/sh
# Makes the generated collections in puzzles/: sh docs/generate.sh [LURD]
# Afterwards `cargo insta review` takes their snapshots.
set -eu
lurd=${1:-lurd}
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# $1: the kind; $2: the class; $3: the number of puzzles; $4: the extension
make() {
    "$lurd" generate "$1" --seed 2026 --difficulty "$2" --count "$3" -o "$folder/$2.$4"
}

make sokoban easy 30 sok
make sokoban medium 30 sok
make sokoban hard 40 sok
make sokoban expert 20 sok
for class in easy medium hard expert; do make shifter $class 10 shift; done

"$lurd" convert "$folder/easy.sok" "$folder/medium.sok" -o puzzles/starter.sok
"$lurd" convert "$folder/hard.sok" "$folder/expert.sok" -o puzzles/master.sok
"$lurd" convert "$folder/easy.shift" "$folder/medium.shift" "$folder/hard.shift" "$folder/expert.shift" \
    -o puzzles/distances.shift
