#!/bin/sh
# Draws the pictures of this folder anew, and all screens of the player, the editor, `follow` and the lists, in three sizes
# and for dark, light and no colours, in target/screens.
set -eu
cd "$(dirname "$0")/../.."
LURD_SCREENSHOTS=1 cargo test screens
ls target/screens
