#!/usr/bin/env bash
# Counts the rows of the tables' change feeds with Spark and stores the counts next to the tables. Later runs compare
# their results with them. usage: bin/count.sh TABLE...
set -euo pipefail
. "$(dirname "$0")/env.sh"
paths=()
for table in "$@"; do paths+=("$TABLES/$table"); done
spark_java io.deltacdf.bench.spark.CountChanges "${paths[@]}" 2>"$OUT/count.err" ||
  { tail -20 "$OUT/count.err"; exit 1; }
