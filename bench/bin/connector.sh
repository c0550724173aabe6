#!/usr/bin/env bash
# Measures the connector: starts a worker, creates a connector through REST, and publishes all changes of a table to a
# topic. usage: bin/connector.sh TABLE [--repeat N] [--heap 512m] [--producer tuned|default]
#   [--converter avro|delta|json|CLASS] [--worker distributed|standalone] [--set option=value]...
#   [--source delta|ready] [--transactions none|poll|connector] [--jvm -Xoption]... [--hold] [--label TEXT]
# The plugin is ../target/*.zip, or the archive or unpacked directory that PLUGIN names.
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_broker
table=$1
shift

plugins=$(mktemp -d "$OUT/tmp/plugins.XXXXXX")
trap 'rm -rf "$plugins"' EXIT
if [ -z "${PLUGIN:-}" ]; then
  # shellcheck disable=SC2012 # the names are those of a build
  PLUGIN=$(ls -t "$HERE"/../target/*.zip 2>/dev/null | head -1)
  [ -n "$PLUGIN" ] || { echo "There is no plugin archive: run mvn package in the project" >&2; exit 1; }
fi
if [ -d "$PLUGIN" ]; then
  ln -s "$(realpath "$PLUGIN")" "$plugins/plugin"
else
  archive=$(realpath "$PLUGIN")
  (cd "$plugins" && case "$archive" in *.zip) jar xf "$archive" ;; *) tar xzf "$archive" ;; esac)
fi

jvm=()
for option in $WORKER_OPTS; do jvm+=(--jvm "$option"); done
[ -z "$WORKER_ARENAS" ] || export MALLOC_ARENA_MAX="$WORKER_ARENAS"
java -Xmx256m -Dsettled="${SETTLED:-5}" -Djava.io.tmpdir="$OUT/tmp" -cp "$(cp_of connect)" \
  io.deltacdf.bench.connect.ConnectorBench --table "$TABLES/$table" --bootstrap "$BOOTSTRAP" \
  --plugins "$plugins" --log "$OUT/worker-$table.log" --heap "$WORKER_HEAP" "${jvm[@]}" "$@"
