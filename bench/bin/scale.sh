#!/usr/bin/env bash
# Measures whether the cost of a row stays the same from 1 to 100 million rows: one worker publishes the last 1, 1, 1, 10
# and 100 commits of a table, each of 1 million rows, one after the other. The first pass is cold. The table takes no more
# space than one commit, because its files are hard links, and the topic keeps only the newest records of each pass.
# usage: bin/scale.sh [MILLIONS=10] [connector option...]     (100 takes about six minutes, and 100 million records)
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_broker
millions=${1:-10}
shift || true
table=S100
if [ ! -f "$TABLES/$table.counts" ]; then
  rm -rf "${TABLES:?}/$table"
  spark_java io.deltacdf.bench.spark.GenTables "$TABLES" "${SCALE:-0.4}" "$table" 2>"$OUT/gen.err" ||
    { tail -20 "$OUT/gen.err"; exit 1; }
  java -Xmx256m -cp "$(cp_of direct)" io.deltacdf.bench.direct.GenScale "$TABLES/$table" 100
fi
passes=1,1,1
for commits in 10 100; do [ "$commits" -gt "$millions" ] || passes+=",$commits"; done
"$HERE/bin/connector.sh" "$table" --commits "$passes" --converter delta --topic retention.bytes=268435456 \
  --topic segment.bytes=67108864 "$@"
