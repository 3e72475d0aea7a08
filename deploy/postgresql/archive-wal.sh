#!/bin/sh
# Keeps one finished WAL segment: archive-wal.sh PATH NAME ARCHIVE. Called by archive_command, also
# again after a crash. Invariants: a name in the archive is a whole segment on disk; a segment that
# is there is never replaced by another. Anything but 0 makes PostgreSQL keep it and try again.
set -eu
path=$1
name=$2
archive=$3
if [ -e "$archive/$name" ]; then
  exec cmp -s "$path" "$archive/$name"
fi
draft="$archive/.$name.$$"
trap 'rm -f "$draft"' EXIT
cp "$path" "$draft"
sync "$draft"
mv -n "$draft" "$archive/$name"
cmp -s "$path" "$archive/$name"
sync "$archive"
