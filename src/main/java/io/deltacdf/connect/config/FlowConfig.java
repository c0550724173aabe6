package io.deltacdf.connect.config;

import java.time.Duration;

/**
 * How fast, and within which bounds, a task reads; the options of the groups "Flow" and "Errors".
 *
 * @param pollInterval {@code poll.interval.ms}: how often an idle table's log is looked at
 * @param pollIntervalMin {@code poll.interval.min.ms}: how often right after a commit
 * @param maxBatchSize {@code max.batch.size}: most records of one poll
 * @param maxQueueBytes {@code max.queue.size.in.bytes}: bound of what is read and not yet polled,
 *     over all tables of a task
 * @param readerThreads {@code reader.threads}: tables of a task read at once
 * @param heartbeatInterval {@code heartbeat.interval.ms}: the shortest time between two heartbeats
 *     of a table; zero for none
 * @param retryMaxAttempts {@code read.retry.max.attempts}: how often a read is tried again; -1 for
 *     ever
 * @param retryDelayInitial {@code read.retry.delay.initial.ms}
 * @param retryDelayMax {@code read.retry.delay.max.ms}
 */
public record FlowConfig(
    Duration pollInterval,
    Duration pollIntervalMin,
    int maxBatchSize,
    long maxQueueBytes,
    int readerThreads,
    Duration heartbeatInterval,
    int retryMaxAttempts,
    Duration retryDelayInitial,
    Duration retryDelayMax) {}
