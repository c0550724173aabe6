#!/usr/bin/env bash
# Runs the whole benchmark: builds what is missing, creates the tables, starts a broker, compares Spark, the connector
# with both Avro converters, and records that are ready in memory, measures latency, and stops the broker. Prints a
# summary and draws a plot. usage: bin/all.sh [--small] [TABLE...]   (default T1 T2 T3 T4 T5)
#   --small     a run of a minute or two that shows that everything works; its figures mean nothing
#   SCALE=0.4   the size of tables that do not exist yet
#   PLOT=file   where the plot goes (default: next to the results)
#   ROUNDS, REPEAT, RESULTS: see compare.sh
set -euo pipefail
here="$(cd "$(dirname "$0")/.." && pwd)"
small=""
if [ "${1:-}" = --small ]; then
  small=yes
  shift
  export BENCH_DIR="${BENCH_DIR:-$here/../target/bench}" ROUNDS=1 REPEAT=2 SETTLED=1 SCALE=0.002 SMALL_COMMITS=5
  export SPARK_HEAP=1g
  [ $# -gt 0 ] || set -- T1
fi
tables=("$@")
[ ${#tables[@]} -gt 0 ] || tables=(T1 T2 T3 T4 T5)
# The tests of the benchmark run with the small run, so that a measurement does not wait for them.
if [ -n "$small" ]; then
  mvn -q -B -ntp -Dstyle.color=never -f "$here/pom.xml" test >&2
elif [ ! -f "$here/connect/target/cp.txt" ]; then
  mvn -q -B -ntp -Dstyle.color=never -f "$here/pom.xml" compile >&2
fi
. "$here/bin/env.sh"
results=${RESULTS:-$OUT/all-$(date +%Y%m%d-%H%M%S).txt}
plot=${PLOT:-${results%.txt}.svg}

missing=()
for table in "${tables[@]}"; do [ -f "$TABLES/$table.counts" ] || missing+=("$table"); done
[ -n "$small" ] || [ -f "$TABLES/TL.counts" ] || missing+=(TL)
[ ${#missing[@]} = 0 ] || "$here/bin/gen.sh" "${SCALE:-0.4}" "${missing[@]}"

"$here/bin/kafka.sh" status | grep -q ^running || {
  "$here/bin/kafka.sh" start
  trap '"$here/bin/kafka.sh" stop' EXIT
}
RESULTS="$results" READY=1 DELTA=${DELTA-1} "$here/bin/compare.sh" "${tables[@]}"
if [ -z "$small" ]; then
  for engine in spark connector; do "$here/bin/latency.sh" $engine | tee -a "$results"; done
fi
java -cp "$(cp_of common)" io.deltacdf.bench.Plot "$results" "$plot"
echo "plot: $plot"
