#!/usr/bin/env bash
# Measures the time from a commit to the visible record, on a copy of TL, with one commit of 20 rows per second.
# usage: bin/latency.sh spark|floor|connector [COMMITS=50] [connector option...]
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_broker
engine=$1 commits=${2:-50}
shift $(($# > 1 ? 2 : 1))
period=1000 rows=20 warm=15
table=TL-run out="$OUT/latency-$engine.out" err="$OUT/latency-$engine.err"

rm -rf "${TABLES:?}/$table"
cp -r "$TABLES/TL" "$TABLES/$table"
cp "$TABLES/TL.counts" "$TABLES/$table.counts"
# Each engine ends when its standard input is closed.
input="$OUT/latency-$engine.in"
rm -f "$input"
mkfifo "$input"
: > "$out"

case $engine in
spark)
  topic=latency-spark
  topic create "$topic" 1
  spark_java io.deltacdf.bench.spark.SparkCdf live-avro "$TABLES/$table" "$topic" "$BOOTSTRAP" \
    < "$input" > "$out" 2> "$err" &
  ;;
floor)
  topic=latency-floor
  topic create "$topic" 1
  java -Xmx"$WORKER_HEAP" -cp "$(cp_of direct)" io.deltacdf.bench.direct.Floor \
    "$TABLES/$table" "$BOOTSTRAP" "$topic" live < "$input" > "$out" 2> "$err" &
  ;;
connector)
  "$HERE/bin/connector.sh" "$table" --hold --producer default \
    --set poll.interval.ms="${POLL_MS:-50}" "$@" \
    < "$input" > "$out" 2> "$err" &
  ;;
*) sed -n 3p "$0"; exit 1 ;;
esac
pid=$!
exec 3> "$input"
until grep -q ^LIVE "$out"; do
  kill -0 $pid 2>/dev/null || { tail -20 "$out" "$err"; exit 1; }
  sleep 0.2
done
topic=$(sed -n 's/^LIVE //p' "$out")
java -Xmx256m -cp "$(cp_of direct)" io.deltacdf.bench.direct.LatencyProbe "latency-$engine" \
  "$TABLES/$table" "$BOOTSTRAP" "$topic" "$commits" "$period" "$rows" "$warm"
exec 3>&-
wait $pid || { tail -20 "$out" "$err"; exit 1; }
grep RESULT "$out" || true
[ "$engine" = connector ] || topic delete "$topic"
rm -rf "${TABLES:?}/$table" "$TABLES/$table.counts" "$input"
