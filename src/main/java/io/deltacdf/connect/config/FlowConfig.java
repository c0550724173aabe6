package io.deltacdf.connect.config;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How fast a task reads, how much it holds at a time and how it retries; the options of the groups
 * "Flow" and "Errors".
 *
 * @param pollInterval {@code poll.interval.ms}: how often to check the log of an idle table
 * @param pollIntervalMin {@code poll.interval.min.ms}: how often to check it right after a commit
 * @param maxBatchSize {@code max.batch.size}: the maximum number of records of one poll
 * @param maxQueueBytes {@code max.queue.size.in.bytes}: the approximate size of the records, over
 *     all tables of a task, that wait to be polled
 * @param readerThreads {@code reader.threads}: how many tables a task reads at the same time
 * @param readerMemoryMaxBytes {@code reader.memory.max.bytes}: the size of the row groups and keys
 *     that the tables of a task may hold; no task of a worker makes use of more than the largest
 *     value in it
 * @param heartbeatInterval {@code heartbeat.interval.ms}: the minimum time between two heartbeats
 *     of a table; zero for no heartbeats
 * @param transactionMaxRecords {@code transaction.max.records}
 * @param transactionMaxTime {@code transaction.max.ms}
 * @param tableFailurePolicy {@code table.failure.policy}
 * @param retryMaxAttempts {@code read.retry.max.attempts}: how many times to retry a read; -1 to
 *     retry without end; empty if the kind of the failure decides
 * @param retryDelayInitial {@code read.retry.delay.initial.ms}
 * @param retryDelayMax {@code read.retry.delay.max.ms}
 * @param logProgressInterval {@code log.progress.interval.ms}; zero to log no progress
 * @param retentionWarning {@code retention.warning.ms}; zero for no warnings
 */
public record FlowConfig(
    Duration pollInterval,
    Duration pollIntervalMin,
    int maxBatchSize,
    long maxQueueBytes,
    int readerThreads,
    long readerMemoryMaxBytes,
    Duration heartbeatInterval,
    int transactionMaxRecords,
    Duration transactionMaxTime,
    TableFailurePolicy tableFailurePolicy,
    OptionalInt retryMaxAttempts,
    Duration retryDelayInitial,
    Duration retryDelayMax,
    Duration logProgressInterval,
    Duration retentionWarning) {}
