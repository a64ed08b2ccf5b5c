#!/bin/sh
# Draws the pictures of the README and of docs/guide.md anew, by the released program. compare.svg shows times, so it differs each time.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release
lurd=target/release/lurd
$lurd solve primer/8 -q --no-store -o docs/pictures/primer-8.gif
$lurd solve missile/2 -q --no-store -o docs/pictures/missile-2.gif
$lurd solve missile/2 -q --no-store -o docs/pictures/missile-2.svg
$lurd show pusher/1 -o docs/pictures/pusher-1.svg
$lurd compare missile/1 --strategies bfs,astar,idastar,bidirectional --runs 5 --export docs/pictures/compare.svg >/dev/null
