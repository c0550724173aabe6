#!/usr/bin/env bash
# Creates the tables, and replaces existing ones. usage: bin/gen.sh [SCALE=1.0] [TABLE...]   (scale 1.0 = 5M rows)
set -euo pipefail
. "$(dirname "$0")/env.sh"
scale=${1:-1.0}
shift || true
tables=("$@")
[ ${#tables[@]} -gt 0 ] || tables=(T1 T2 T3 T4 T5 TL)
for table in "${tables[@]}"; do rm -rf "${TABLES:?}/$table" "$TABLES/$table.counts"; done
spark_java io.deltacdf.bench.spark.GenTables "$TABLES" "$scale" "${tables[@]}" 2>"$OUT/gen.err" ||
  { tail -20 "$OUT/gen.err"; exit 1; }
case " ${tables[*]} " in
*" T3 "*)
  java -Xmx1g -cp "$(cp_of direct)" io.deltacdf.bench.direct.GenSmallCommits \
    "$TABLES/T3" "${SMALL_COMMITS:-1000}" 1
  ;;
esac
"$HERE/bin/count.sh" "${tables[@]}"
