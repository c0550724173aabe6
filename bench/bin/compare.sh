#!/usr/bin/env bash
# Compares Spark with the connector, cold and warm. In each round, the two run one directly after the other. Prints the
# medians and the ratios of the rounds. usage: bin/compare.sh [TABLE...]   (default T1 T2 T3 T4 T5)
#   ROUNDS=3          the number of rounds
#   REPEAT=3          passes in one JVM, of which the first is cold
#   RESULTS=file      results are appended to this file
#   CONNECTOR_OPTIONS="--producer tuned ..."
#   FLOOR=1           runs the hand-written loop as well
#   DELTA=1           runs the connector with the Avro converter of the plugin as well
#   READY=1           runs the source of ready records as well, with the same converters
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_broker
tables=("$@")
[ ${#tables[@]} -gt 0 ] || tables=(T1 T2 T3 T4 T5)
rounds=${ROUNDS:-3} repeat=${REPEAT:-3} results=${RESULTS:-$OUT/compare-$(date +%Y%m%d-%H%M%S).txt}

# Runs a command and adds the round to its results.
run() {
  "$@" | sed "s/^RESULT .*/& round=$round/" | tee -a "$results"
}
spark() { run "$HERE/bin/spark.sh" "$1" avro "$repeat"; }
# shellcheck disable=SC2086 # several options
connector() { run "$HERE/bin/connector.sh" "$1" --repeat "$repeat" ${CONNECTOR_OPTIONS:-} "${@:2}"; }
delta() { [ -z "${DELTA:-}" ] || connector "$1" --converter delta; }
ready() { [ -z "${READY:-}" ] || connector "$1" --source ready "${@:2}"; }
floor() { [ -z "${FLOOR:-}" ] || [ "$1" = T2 ] || run "$HERE/bin/floor.sh" "$1" "$repeat"; }

for round in $(seq "$rounds"); do
  for table in "${tables[@]}"; do
    # Each engine goes first in every other round.
    if ((round % 2)); then
      spark "$table"
      connector "$table"
    else
      connector "$table"
      spark "$table"
    fi
    delta "$table"
    ready "$table"
    [ -z "${DELTA:-}" ] || ready "$table" --converter delta
    floor "$table"
  done
done
"$HERE/bin/summary.sh" "$results"
echo "results: $results"
