/**
 * What the connector measures of its tables and tasks, and the outlets of the measurements: JMX
 * beans in Debezium's naming, and Kafka Connect's plugin metrics.
 */
@NullMarked
package io.deltacdf.connect.metrics;

import org.jspecify.annotations.NullMarked;
