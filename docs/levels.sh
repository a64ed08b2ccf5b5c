#!/bin/sh
# Prints the part of docs/atlas.md about the levels of a file: sh docs/levels.sh LURD FILE FOLDER [TIME]
# Every number comes from `lurd batch FILE --for pushes` with TIME a level, as 10s, and `lurd batch FILE --nodes 20000`.
# FOLDER keeps their lines; with the same TIME a run goes on where it was stopped, and with a longer one the levels that
# ended at the limit are tried again. With the TIME `kept`, nothing is solved, and the table is made from the lines in FOLDER.
set -eu
export LC_ALL=C
lurd=$1
file=$2
folder=$3
time=${4:-10s}
mkdir -p "$folder"
name=$(basename "${file%.*}")

# $1: the name of the objective; the other arguments: the limits.
solve() {
    objective=$1
    shift
    [ "$time" = kept ] && return
    code=0
    "$lurd" batch "$file" --for "$objective" "$@" --threads 1 --no-store --resume "$folder/$name.$objective.jsonl" >&2 || code=$?
    # Some levels were not solved: they ended at a limit.
    [ "$code" = 0 ] || [ "$code" = 3 ]
}

# $1: the objective. For each level its number, pushes or a dash, lower bound, strategy and processor time; a later line of
# a level is of a longer limit.
lines() {
    sed -En '/"index":/{
        s/.*"index":([0-9]+),.*"strategy":("[^"]*"|null),.*"lower_bound":([0-9]+|null),.*"metrics":(\{[^}]*\}|null),.*"cpu_seconds":([0-9.e-]+).*/\1 \2 \3 \4 \5/
        s/\{[^}]*"pushes":([0-9]+)[^}]*\}/\1/
        s/"//g
        p
    }' "$folder/$name.$1.jsonl"
}

solve pushes --time "$time"
solve any --nodes 20000 --time none
limit=$(sed -En 's/.*"limit":"time","limit_value":([0-9.]+),.*/\1/p' "$folder/$name.pushes.jsonl" | sort -n | tail -n 1)
cat << END

## Known Sokoban levels

The sixty levels of \`pusher.exe\`, of which three are part of lurd (\`lurd list pusher\`), from a file \`$name.xsb\`. "Pushes" are the
fewest of the solutions that the following commands found, or a dash if neither found one; "proved" says by which strategy of lurd they
are proved to be the fewest, or a proved lower bound of every solution; "seconds" is the processor time of the first command.

\`\`\`sh
lurd batch $name.xsb --for pushes --time ${limit:-none}s
lurd batch $name.xsb --nodes 20000 --time none
\`\`\`

The table was made by \`docs/levels.sh LURD $name.xsb FOLDER ${limit:-10}s\`. The time is wall time, of which a busy machine gives a search only
a part; with more of it more levels are solved ([sokoban.md](sokoban.md#comparison-with-other-solvers)). The ninety levels of XSokoban are there,
too: the [fewest known pushes](sokoban.md#shorter-solutions) and
[those that lurd proved](sokoban.md#fewest-pushes-fewest-moves-unsolvable-levels), with the seconds.

END
{ lines pushes | sed 's/^/pushes /'; lines any | sed 's/^/any /'; } | awk '
    {
        objective = $1; level = $2; bound = $4; found = $5
        if (level > levels) levels = level
        if (bound != "null" && bound + 0 > least[level] + 0) least[level] = bound
        if (found != "null" && (!(level in best) || found + 0 < best[level] + 0)) best[level] = found
        if (objective == "pushes") { by[level] = $3; seconds[level] = $6 }
    }
    function entry(level,    bound) {
        if (level > levels) return " | | | | |"
        is_proved = (level in best) && best[level] + 0 == least[level] + 0
        bound = is_proved ? "optimal, by `" by[level] "`" : "≥ " least[level]
        return " " level " | " (level in best ? best[level] : "–") " | " bound " | " sprintf("%.1f", seconds[level]) " |"
    }
    END {
        rows = int((levels + 2) / 3)
        print "| level | pushes | proved | seconds | level | pushes | proved | seconds | level | pushes | proved | seconds |"
        print "|--:|--:|---|--:|--:|--:|---|--:|--:|--:|---|--:|"
        for (row = 1; row <= rows; row++) print "|" entry(row) entry(row + rows) entry(row + 2 * rows)
        for (level = 1; level <= levels; level++) {
            solved += level in best
            if ((level in best) && best[level] + 0 == least[level] + 0) proved++
            total += seconds[level]
        }
        printf "\nSolved: %d of %d; proved: %d. Processor time with `--for pushes`: %.0f s.\n", solved, levels, proved, total
    }'
