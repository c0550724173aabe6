#!/usr/bin/env bash
# A hand-written loop without Connect, for scale. usage: bin/floor.sh TABLE [REPEAT=1] [PARTITIONS=4]
# Not for T2: it reads no deletion vectors.
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_broker
table=$1 repeat=${2:-1} partitions=${3:-4}
topic="floor-$table"
topic create "$topic" "$partitions"
# shellcheck disable=SC2086 # JOPTS holds several options
java -Xmx"$WORKER_HEAP" $JOPTS -Drepeat="$repeat" -cp "$(cp_of direct)" \
  io.deltacdf.bench.direct.Floor "$TABLES/$table" "$BOOTSTRAP" "$topic"
topic delete "$topic"
