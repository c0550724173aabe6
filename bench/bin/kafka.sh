#!/usr/bin/env bash
# Runs a single-node KRaft broker on free ports of 127.0.0.1. usage: bin/kafka.sh start|stop|status|wipe
set -euo pipefail
. "$(dirname "$0")/env.sh"
dir="$OUT/kafka"

pid() { cat "$dir/pid" 2>/dev/null || true; }
alive() { [ -n "$(pid)" ] && kill -0 "$(pid)" 2>/dev/null; }

start() {
  alive && { echo "already running: $(cat "$dir/bootstrap"), pid $(pid)"; exit 0; }
  mkdir -p "$dir"
  read -r port controller < <(java -cp "$(cp_of common)" io.deltacdf.bench.FreePorts 2)
  cat > "$dir/server.properties" <<P
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$controller
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
advertised.listeners=PLAINTEXT://127.0.0.1:$port
controller.listener.names=CONTROLLER
log.dirs=$dir/data
num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
log.segment.bytes=536870912
log.segment.delete.delay.ms=1000
log.retention.check.interval.ms=10000
group.initial.rebalance.delay.ms=0
P
  if [ ! -f "$dir/data/meta.properties" ]; then
    java -cp "$(cp_of broker)" kafka.tools.StorageTool format -t "$(java -cp "$(cp_of broker)" \
      kafka.tools.StorageTool random-uuid 2>/dev/null)" -c "$dir/server.properties" \
      > "$dir/format.log" 2>&1 || { cat "$dir/format.log"; exit 1; }
  fi
  nohup java -Xms1g -Xmx1g -cp "$(cp_of broker)" kafka.Kafka "$dir/server.properties" \
    > "$dir/broker.log" 2>&1 &
  echo $! > "$dir/pid"
  echo "127.0.0.1:$port" > "$dir/bootstrap"
  for _ in $(seq 120); do
    if (echo > "/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "started: 127.0.0.1:$port, pid $(pid)"
      exit 0
    fi
    alive || break
    sleep 0.5
  done
  tail -20 "$dir/broker.log"
  exit 1
}

case "${1:-}" in
start) start ;;
stop)
  if alive; then
    kill "$(pid)"
    while alive; do sleep 0.2; done
  fi
  rm -f "$dir/pid" "$dir/bootstrap"
  ;;
status) if alive; then echo "running: $(cat "$dir/bootstrap"), pid $(pid)"; else echo stopped; fi ;;
wipe)
  alive && { echo "still running"; exit 1; }
  rm -rf "$dir/data"
  ;;
*) sed -n 2p "$0"; exit 1 ;;
esac
