#!/bin/sh
# Takes one base backup and lets old ones go: base-backup.sh FOLDER KEPT. Called nightly by
# truetick-backup.timer; reaches PostgreSQL by the usual PG variables. Invariants: a folder whose
# name is a time is whole and was verified; the newest KEPT of them stay.
set -eu
folder=$1
kept=$2
name=$(date -u +%Y%m%dT%H%M%SZ)
draft="$folder/.draft-$name"
trap 'rm -rf "$draft"' EXIT
pg_basebackup --pgdata="$draft" --format=plain --wal-method=stream --checkpoint=fast \
  --manifest-checksums=SHA256 --no-password
pg_verifybackup --quiet "$draft"
mv "$draft" "$folder/$name"
sync "$folder"
ls -1 "$folder" | sort | head -n "-$kept" | while read -r old; do
  rm -rf "${folder:?}/$old"
done
echo "$folder/$name"
