#!/bin/bash
# Runs a worker with the settings in a file.
# shellcheck disable=SC2086 # each holds several options
exec java ${KAFKA_HEAP_OPTS:--Xmx512m} ${KAFKA_OPTS:-} \
  -Dlog4j2.configurationFile=/opt/kafka/log4j2.properties -cp '/opt/kafka/connect/*' \
  org.apache.kafka.connect.cli.ConnectDistributed "$@"
