/**
 * What a task runs: the phases of a table's life, reader threads, the queue of change events,
 * heartbeats and retries.
 */
@NullMarked
package io.deltacdf.connect.source;

import org.jspecify.annotations.NullMarked;
