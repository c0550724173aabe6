# Settings and functions for the scripts, which source this file. Each setting can be given in the environment.
# shellcheck shell=bash
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
BENCH_DIR="${BENCH_DIR:-/var/tmp/deltacdf-bench}"
TABLES="${TABLES:-$BENCH_DIR/tables}"
OUT="${OUT:-$BENCH_DIR/out}"
SPARK_HEAP="${SPARK_HEAP:-4g}"
WORKER_HEAP="${WORKER_HEAP:-512m}"
# What docs/memory.md recommends for a worker.
WORKER_OPTS="${WORKER_OPTS--Xms224m -XX:+UseSerialGC -Xmn160m -XX:SurvivorRatio=3 -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40}"
WORKER_ARENAS="${WORKER_ARENAS-2}"
JOPTS="${JOPTS:-}"
mkdir -p "$TABLES" "$OUT/tmp"

# The broker's address, once bin/kafka.sh has started it.
BOOTSTRAP="${BOOTSTRAP:-$(cat "$OUT/kafka/bootstrap" 2>/dev/null || true)}"
export BENCH_BROKER_PID="${BENCH_BROKER_PID:-$(cat "$OUT/kafka/pid" 2>/dev/null || true)}"

# The class path of a module.
cp_of() {
  [ -f "$HERE/$1/target/cp.txt" ] || { echo "$1 is not built: run mvn -f $HERE/pom.xml compile" >&2; exit 1; }
  echo "$HERE/$1/target/classes:$(cat "$HERE/$1/target/cp.txt")"
}

need_broker() {
  [ -n "$BENCH_BROKER_PID" ] && kill -0 "$BENCH_BROKER_PID" 2>/dev/null && return
  echo "No broker is running: start one with bin/kafka.sh start" >&2
  exit 1
}

# The packages that Spark needs opened on Java 17.
SPARK_OPENS=(--add-modules=jdk.incubator.vector -Djdk.reflect.useDirectMethodHandle=false
  -Dio.netty.tryReflectionSetAccessible=true)
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util \
  java.util.concurrent java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs \
  sun.security.action sun.util.calendar; do
  SPARK_OPENS+=("--add-opens=java.base/$package=ALL-UNNAMED")
done

# shellcheck disable=SC2086 # JOPTS holds several options
spark_java() {
  java -Xmx"$SPARK_HEAP" "${SPARK_OPENS[@]}" $JOPTS -Djava.io.tmpdir="$OUT/tmp" \
    -cp "$(cp_of spark)" "$@"
}

# topic create|delete|count NAME: administers topics.
topic() {
  java -Xmx128m -XX:TieredStopAtLevel=1 -cp "$(cp_of connect)" \
    io.deltacdf.bench.connect.Topics "$BOOTSTRAP" "$@"
}
