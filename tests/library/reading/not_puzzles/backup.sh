#!/bin/sh
########################################
# Makes a copy of the home folder.     #
########################################
set -e
# where to
TARGET=/mnt/backup   # a disk
FROM=$HOME           # all of it

##
# The copy itself
##
rsync -a "$FROM" "$TARGET"  # quietly
echo "$@ done"
