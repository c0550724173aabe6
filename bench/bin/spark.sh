#!/usr/bin/env bash
# Measures Spark: it publishes all changes of a table to a topic, in several passes of one JVM, of which the first is
# cold. usage: bin/spark.sh TABLE [avro|json] [REPEAT=1] [PARTITIONS=4]
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_broker
table=$1 format=${2:-avro} repeat=${3:-1} partitions=${4:-4}
topic="spark-$format-$table"
topic create "$topic" "$partitions"
JOPTS="$JOPTS -Drepeat=$repeat" spark_java io.deltacdf.bench.spark.SparkCdf \
  "$format" "$TABLES/$table" "$topic" "$BOOTSTRAP" 2>"$OUT/$topic.err" ||
  { tail -20 "$OUT/$topic.err"; exit 1; }
rm -rf "$OUT"/tmp/spark-*
expected=$(($(sed -n 's/^rows=//p' "$TABLES/$table.counts") * repeat))
delivered=$(topic count "$topic")
topic delete "$topic"
[ "$delivered" = "$expected" ] || { echo "delivered $delivered of $expected rows"; exit 1; }
