#!/bin/sh
# Lays the database out for a restore: restore.sh BACKUP ARCHIVE PGDATA [TIME]. Started afterwards,
# PostgreSQL reads the archive up to TIME (to its end without one) and then serves. Invariants:
# nothing that is there is overwritten; a backup that is not whole is not used; settings of an
# earlier restore do not linger.
set -eu
backup=$1
archive=$2
pgdata=$3
time=${4:-}
if [ -e "$pgdata" ]; then
  echo "$pgdata is there: move it away first; it may be needed again" >&2
  exit 1
fi
pg_verifybackup --quiet "$backup"
cp -a "$backup" "$pgdata"
chmod 0700 "$pgdata"
auto="$pgdata/postgresql.auto.conf"
sed -i -e '/^restore_command/d' -e '/^recovery_target/d' "$auto"
echo "restore_command = 'cp \"$archive/%f\" \"%p\"'" >> "$auto"
if [ -n "$time" ]; then
  echo "recovery_target_time = '$time'" >> "$auto"
  echo "recovery_target_action = 'promote'" >> "$auto"
fi
touch "$pgdata/recovery.signal"
