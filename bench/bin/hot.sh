#!/usr/bin/env bash
# Shows where the time goes: the leaf frames of a flight recording. Record with
#   JOPTS="-XX:StartFlightRecording=settings=profile,filename=FILE" (Spark, floor), or
#   --jvm -XX:StartFlightRecording=settings=profile,filename=FILE (connector).
# usage: bin/hot.sh FILE.jfr [FRAMES=25] [THREAD_REGEX=.]
set -euo pipefail
jfr print --events jdk.ExecutionSample --stack-depth 1 "$1" | awk -v thread="${3:-.}" '
  /sampledThread =/ { wanted = $0 ~ thread }
  /line:/ && wanted { sub(/\(.*/, "", $1); count[$1]++; all++ }
  END { for (frame in count) printf "%5.1f%%  %s\n", 100 * count[frame] / all, frame }' |
  sort -rn | head -"${2:-25}"
