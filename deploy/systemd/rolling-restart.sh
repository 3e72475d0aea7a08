#!/bin/sh
# Restarts processes one after the other: rolling-restart.sh SETTINGS INSTANCE… Each has to be ready,
# or to be a healthy standby, before the next is touched; the first that is not within a minute ends
# it, and what was not touched goes on as it was.
set -eu
settings=$1
shift
for instance in "$@"; do
  port=$(sed -n 's/^PORT=//p' "$settings/$instance.env")
  echo "$instance"
  systemctl restart "truetick@$instance"
  tries=0
  until curl --silent --fail --max-time 3 --output /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 60 ]; then
      echo "$instance is not ready after a minute: stopped here" >&2
      exit 1
    fi
    sleep 1
  done
done
