#!/usr/bin/env bash
# Ends a program under wine without a chance to react: packaging/kill-windows.sh NAME.EXE. Only those of the Windows in the
# folder of the tools are ended.
source "$(dirname "$0")/common.sh"
for folder in /proc/[0-9]*; do
    grep -qazxF "WINEPREFIX=$tools/wine" "$folder/environ" 2>/dev/null || continue
    grep -qaF "$1" "$folder/cmdline" 2>/dev/null || continue
    kill -KILL "${folder#/proc/}" 2>/dev/null || true
done
