/**
 * What a task runs: the phases of a table's life, reader threads, the queue, heartbeats and
 * retries.
 */
package io.deltacdf.connect.source;
