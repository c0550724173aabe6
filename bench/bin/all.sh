#!/usr/bin/env bash
# Runs the whole benchmark: builds what is missing, creates the tables, starts a broker, and runs rounds of Spark, the
# connector with both Avro converters, and records that are ready in memory. Prints a summary as Markdown and draws a
# plot, also if it is stopped: with Ctrl-C at once, with SIGTERM when the run that is under way has ended.
# usage: bin/all.sh [--small] [--minutes N] [--rounds N] [--repeat N] [--runs LIST] [--once LIST] [--results FILE] [TABLE...]
#   TABLE...        default T1 T2 T3 T4 T5
#   --minutes 35    starts nothing that would not end in this time, as far as earlier runs of the same kind tell
#   --rounds 3      the number of rounds
#   --repeat 3      passes in one JVM, of which the first is cold
#   --runs LIST     what runs in each round, in this order: spark, avro, delta, noheaders and noheaders-avro (the same two
#                   without headers, as Spark writes them), none (T5 row by row), ready, idle, latency
#                   (default spark,delta,noheaders,avro,noheaders-avro,none)
#   --once LIST     what runs in the first round only (default ready,latency; ready runs on T1)
#   --results FILE  results are added to this file, and the summary is made from all of it; a second invocation therefore
#                   continues the first (default all.txt in OUT)
#   --small         a run of a minute or two that shows that everything works; its figures mean nothing
#   SCALE=0.4       the size of tables that do not exist yet
#   PLOT=file       where the plot goes (default: next to the results)
set -euo pipefail
here="$(cd "$(dirname "$0")/.." && pwd)"
small="" minutes="" rounds="${ROUNDS:-3}" repeat="${REPEAT:-3}" results="${RESULTS:-}"
runs=spark,delta,noheaders,avro,noheaders-avro,none once=ready,latency
while [[ "${1:-}" == --* ]]; do
  case "$1" in
  --small) small=yes ;;
  --minutes) minutes=$2 && shift ;;
  --rounds) rounds=$2 && shift ;;
  --repeat) repeat=$2 && shift ;;
  --runs) runs=$2 && shift ;;
  --once) once=$2 && shift ;;
  --results) results=$2 && shift ;;
  *) sed -n 5p "$0"; exit 1 ;;
  esac
  shift
done
for run in ${runs//,/ } ${once//,/ }; do
  case "$run" in
  spark | avro | delta | noheaders | noheaders-avro | none | ready | idle | latency) ;;
  *) echo "no such run: $run" >&2; exit 1 ;;
  esac
done
if [ -n "$small" ]; then
  export BENCH_DIR="${BENCH_DIR:-$here/../target/bench}" SETTLED=1 SCALE=0.002 SMALL_COMMITS=5
  export SPARK_HEAP=1g
  rounds=1 repeat=2 runs=spark,delta,avro once=ready
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
export SETTLED="${SETTLED:-2}"
results=${results:-$OUT/all.txt}
plot=${PLOT:-${results%.txt}.svg}
touch "$results"

missing=()
for table in "${tables[@]}"; do [ -f "$TABLES/$table.counts" ] || missing+=("$table"); done
[ -n "$small" ] || [ -f "$TABLES/TL.counts" ] || missing+=(TL)
[ ${#missing[@]} = 0 ] || "$here/bin/gen.sh" "${SCALE:-0.4}" "${missing[@]}"

broker="" failed=0
finish() {
  [ -z "$broker" ] || "$here/bin/kafka.sh" stop
  if grep -q RESULT "$results"; then
    "$here/bin/summary.sh" "$results"
    java -cp "$(cp_of common)" io.deltacdf.bench.Plot "$results" "$plot"
    echo "results: $results, plot: $plot"
  fi
}
trap finish EXIT
# SIGTERM takes effect when the run that is under way has ended.
trap 'exit 143' INT TERM
"$here/bin/kafka.sh" status | grep -q ^running || { broker=ours; "$here/bin/kafka.sh" start; }

# Runs that would end after the limit are not started. A run is expected to take as long as it took the last time.
declare -A took=()
fits() {
  [ -z "$minutes" ] || [ $((SECONDS + ${took[$1]:-60})) -lt $((minutes * 60)) ]
}
# run KIND COMMAND...: runs a command and adds the round to its results. The others follow one that fails.
run() {
  local kind=$1 begin=$SECONDS
  shift
  fits "$kind" || { echo "$kind is left out: no time is left" >&2; return 0; }
  "$@" | awk -v round="$round" -v file="$results" \
    '/^RESULT / { $0 = $0 " round=" round; print >> file; fflush(file) } { print; fflush() }' || {
    echo "$kind failed" >&2
    failed=1
  }
  took[$kind]=$((SECONDS - begin))
}
connector() { "$here/bin/connector.sh" "$1" --repeat "$repeat" "${@:2}"; }
listed() { [[ ",$1," == *",$2,"* ]]; }

one() {
  local kind=$1 table=$2
  case "$kind" in
  spark) run "spark-$table" "$here/bin/spark.sh" "$table" avro "$repeat" ;;
  avro) run "avro-$table" connector "$table" ;;
  delta) run "delta-$table" connector "$table" --converter delta ;;
  noheaders)
    run "$kind-$table" connector "$table" --converter delta --label noheaders --set record.headers=none
    ;;
  noheaders-avro)
    run "$kind-$table" connector "$table" --label noheaders --set record.headers=none
    ;;
  none)
    [ "$table" != T5 ] ||
      run "none-$table" connector "$table" --converter delta --label none --set commit.consolidation=none
    ;;
  ready)
    [ "$table" != T1 ] || {
      run "ready-$table" connector "$table" --source ready --converter delta
      run "readyavro-$table" connector "$table" --source ready
    }
    ;;
  esac
}
after_tables() {
  case "$1" in
  latency) for engine in spark connector; do run "latency-$engine" "$here/bin/latency.sh" $engine; done ;;
  idle) run idle "$here/bin/idle.sh" "${IDLE_TABLES:-1000}" "${IDLE_SECONDS:-120}" ;;
  esac
}

# Rounds continue those of the file.
last=$(sed -n 's/.* round=\([0-9]*\).*/\1/p' "$results" | sort -n | tail -1)
first=$((${last:-0} + 1))
for round in $(seq "$first" $((first + rounds - 1))); do
  kinds=${runs//,/ }
  [ "$round" != "$first" ] || kinds+=" ${once//,/ }"
  # Every other round runs in the opposite order.
  ((round % 2)) || kinds=$(tr ' ' '\n' <<< "$kinds" | tac | tr '\n' ' ')
  for table in "${tables[@]}"; do
    for kind in $kinds; do one "$kind" "$table"; done
  done
  for kind in $kinds; do after_tables "$kind"; done
done
exit $failed
