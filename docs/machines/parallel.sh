#!/bin/sh
# Solves levels in shares with GNU parallel and copies the results into all.jsonl. The same line goes on after a crash.
#   parallel.sh SHARES FOLDER FILE.. [FLAGS OF lurd batch]
# On other machines: PARALLEL='--sshloginfile nodes --workdir .' (with lurd, the levels and FOLDER on each of them).
set -u
shares=$1 folder=$2
shift 2
lurd=${LURD:-lurd}
mkdir -p "$folder"
# Exit codes 1 (a level without a solution) and 3 (a level at a limit) are results, not failures.
seq -w "$shares" | parallel --joblog "$folder/joblog" --quote \
    "$lurd" batch "$@" --partition "slice:{}/$shares" --resume "$folder/share-{}.jsonl"
if awk 'NR > 1 && ($8 != 0 || ($7 != 0 && $7 != 1 && $7 != 3)) { bad = 1 } END { exit !bad }' "$folder/joblog"; then
    echo "a share failed: see $folder/joblog; run this again to go on" >&2
    exit 1
fi
exec "$(dirname "$0")/together.sh" "$folder" "$@"
