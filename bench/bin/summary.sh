#!/usr/bin/env bash
# Prints the medians and ratios of a file of results. usage: bin/summary.sh FILE
set -euo pipefail
. "$(dirname "$0")/env.sh"
java -cp "$(cp_of common)" io.deltacdf.bench.Summary "$1"
