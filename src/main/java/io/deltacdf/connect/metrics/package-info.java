/**
 * What the connector measures of its tables and tasks, and the outlets of the measurements: JMX
 * beans in Debezium's naming, Kafka Connect's plugin metrics, and lines in the log.
 */
@NullMarked
package io.deltacdf.connect.metrics;

import org.jspecify.annotations.NullMarked;
