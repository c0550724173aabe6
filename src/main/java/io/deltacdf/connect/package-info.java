/** The connector and its task: Kafka Connect's life cycle, and nothing else. */
package io.deltacdf.connect;
