/** The records that are on their way to Kafka. */
@NullMarked
package io.deltacdf.connect.record.inflight;

import org.jspecify.annotations.NullMarked;
