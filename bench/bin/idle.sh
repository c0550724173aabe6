#!/usr/bin/env bash
# Measures what quiet tables cost: copies of the log of TL on one worker, each polled once per second. The RESULT line
# with phase=live has the share of a core in its value "cores". The first minute after the start is part of it.
# usage: bin/idle.sh [TABLES=1000] [SECONDS=300] [connector option...]
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_broker
tables=${1:-1000} seconds=${2:-300}
shift $(($# > 1 ? 2 : $#))
run="$TABLES/idle" out="$OUT/idle.out" err="$OUT/idle.err" input="$OUT/idle.in"

rm -rf "${run:?}" "$TABLES/TL-run" "$input"
cp -r "$TABLES/TL" "$TABLES/TL-run"
cp "$TABLES/TL.counts" "$TABLES/TL-run.counts"
names=t1
options=()
for i in $(seq 2 "$tables"); do
  mkdir -p "$run/t$i"
  cp -r "$TABLES/TL/_delta_log" "$run/t$i/"
  names+=",t$i"
  options+=(--set "tables.t$i.path=$run/t$i" --set "tables.t$i.key=id" --set "tables.t$i.start.version=latest")
done

# The connector ends when its standard input is closed.
mkfifo "$input"
: > "$out"
"$HERE/bin/connector.sh" TL-run --hold --producer default --set poll.interval.ms=1000 \
  --set "tables=$names" "${options[@]}" "$@" < "$input" > "$out" 2> "$err" &
pid=$!
exec 3> "$input"
until grep -q ^LIVE "$out"; do
  kill -0 $pid 2>/dev/null || { tail -20 "$out" "$err"; exit 1; }
  sleep 0.2
done
sleep "$seconds"
exec 3>&-
wait $pid || { tail -20 "$out" "$err"; exit 1; }
grep phase=live "$out"
rm -rf "${run:?}" "$TABLES/TL-run" "$TABLES/TL-run.counts" "$input"
