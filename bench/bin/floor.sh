#!/usr/bin/env bash
# Measures a hand-written loop without Connect, as a lower bound. usage: bin/floor.sh TABLE [REPEAT=1] [PARTITIONS=4]
# It does not read deletion vectors, and so cannot read T2.
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
