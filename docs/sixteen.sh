#!/bin/sh
# Prints the part of docs/atlas.md about random boards of sixteen distinct tiles and writes docs/sixteen.json:
#   sh docs/sixteen.sh LURD FOLDER [BOARDS [TIME]]
# FOLDER keeps the boards and the lines of `lurd batch`. A run that was stopped, by Ctrl-C or after TIME (as 25m) for each
# of the two metrics, goes on where it was; the figures are those of the first full hundreds of boards. With more BOARDS the
# same ones come first.
set -eu
export LC_ALL=C
lurd=$1
folder=$2
count=${3:-10000}
time=${4:-none}
case $lurd in */*) lurd=$(realpath "$lurd") ;; esac
mkdir -p "$folder"
folder=$(realpath "$folder")
cd "$(dirname "$0")"
json=$folder/sixteen.json
: > "$json.lines"
seed=2026

awk -v rows=4 -v columns=4 -v seed="$seed" -v count="$count" -f random-boards.awk > "$folder/boards.shift"

# $1: the objective. Solves the boards that are not solved yet.
solve() {
    code=0
    limit=
    [ "$time" = none ] || limit="timeout --signal=INT $time"
    # In the folder, so that it can be moved: the lines have the path of the file.
    # shellcheck disable=SC2086
    (cd "$folder" && $limit "$lurd" batch boards.shift --for "$1" --time none --no-store --resume "$1.jsonl" >&2) || code=$?
    # 124: the time has passed. What was solved is in the file.
    [ "$code" = 0 ] || [ "$code" = 124 ] || [ "$code" = 130 ]
}

# $1: the objective; $2: the heading.
section() {
    solve "$1"
    sed -En 's/.*"index":([0-9]+),.*"cost":([0-9]+),"proof":"optimal",.*"cpu_seconds":([0-9.]+).*/\1 \2 \3/p' "$folder/$1.jsonl" |
        sort -n > "$folder/$1.costs"
    # The boards are solved in order, so a gap is a board that was not proved.
    awk -v count="$count" '$1 != NR { exit } { full = NR } END { print full - (full < count ? full % 100 : 0) }' \
        "$folder/$1.costs" > "$folder/boards"
    boards=$(cat "$folder/boards")
    [ "$boards" -gt 1 ] || { echo "sixteen: no boards were solved" >&2; exit 1; }
    printf '\n### %s\n\n' "$2"
    head -n "$boards" "$folder/$1.costs" | awk -v name="$1" -v json="$json.lines" -v seed="$seed" '
        { sum += $2; squares += $2 * $2; seconds += $3; boards[$2]++; if ($2 > most) most = $2 }
        NR == 1 || $2 < least { least = $2 }
        END {
            mean = sum / NR
            spread = sqrt((squares - NR * mean * mean) / (NR - 1))
            half = 1.959964 * spread / sqrt(NR)
            printf "%d boards: the mean is %.3f, with a 95 %% confidence interval from %.3f to %.3f; the standard deviation is %.3f.\n", \
                NR, mean, mean - half, mean + half, spread
            printf "They took %.0f s of processor time, %.0f ms each.\n\n", seconds, 1000 * seconds / NR
            print "| optimum | boards | share | 95 % confidence interval |"
            print "|--:|--:|--:|---|"
            printf "{\"objective\":\"%s\",\"seed\":%d,\"boards\":%d,\"mean\":%.6f,\"mean_interval\":[%.6f,%.6f],\"distribution\":[", \
                name, seed, NR, mean, mean - half, mean + half >> json
            for (cost = least; cost <= most; cost++) {
                # The interval of Wilson.
                share = boards[cost] / NR
                z = 1.959964
                middle = (share + z * z / (2 * NR)) / (1 + z * z / NR)
                reach = z * sqrt(share * (1 - share) / NR + z * z / (4 * NR * NR)) / (1 + z * z / NR)
                from = share > 0 ? middle - reach : 0
                printf "| %d | %d | %.2f %% | %.2f %% to %.2f %% |\n", cost, boards[cost], 100 * share, 100 * from, 100 * (middle + reach)
                printf "%s{\"optimum\":%d,\"boards\":%d,\"interval\":[%.6f,%.6f]}", \
                    (cost > least ? "," : ""), cost, boards[cost], from, middle + reach >> json
            }
            print "]}" >> json
        }'
}

cat << 'END'

## Random boards of 4 x 4 with sixteen distinct tiles

There are 16! boards, about 2.1e13, all of them within reach: the greatest distance is 18 in shifts by one (Rokicki); by shifts of any
distance it is not known. Random boards were solved with a proof of the optimum by `docs/sixteen.sh LURD FOLDER`, which makes the boards from a
seed, runs `lurd batch` and goes on where it was stopped. The intervals of the shares are those of Wilson. The figures are in
[sixteen.json](sixteen.json).

The permutation of a shift by one cell is odd on this board, so that half of the boards have an odd optimum in shifts by one; a line shifted by
two is an even one.
END
section shifts "Shifts by one cell"
section grouped "Shifts by any distance"
{ echo '['; sed '$!s/$/,/' "$json.lines"; echo ']'; } > "$json"
mv "$json" sixteen.json
