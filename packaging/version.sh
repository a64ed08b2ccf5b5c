#!/usr/bin/env bash
# Checks that the version is the same wherever cargo needs it, and that the changelog has it or a section of unreleased
# changes. The version is `workspace.package.version` in Cargo.toml; cargo also has it in the lines of the workspace's own
# crates, without which they cannot be published.
source "$(dirname "$0")/common.sh"
if grep '^lurd-[a-z]* = { path' Cargo.toml | grep -vF "version = \"$version\""; then
    echo "these lines of Cargo.toml are of another version than $version" >&2
    exit 1
fi
grep -qE "^## (\[?$version\]?|Unreleased)" CHANGELOG.md || { echo "CHANGELOG.md has no section for $version" >&2; exit 1; }
