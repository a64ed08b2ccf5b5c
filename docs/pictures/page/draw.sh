#!/bin/sh
# Draws the screens of the page anew, in headless Chromium, after `packaging/page.sh`.
set -eu
cd "$(dirname "$0")/../../.."
LURD_BROWSER_SECONDS=600 node tests/page/web/screens.mjs "${LURD_CHROMIUM:-chromium}" target/page "" docs/pictures/page
