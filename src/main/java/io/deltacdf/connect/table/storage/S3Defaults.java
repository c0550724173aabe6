package io.deltacdf.connect.table.storage;

import org.apache.hadoop.conf.Configuration;

/**
 * How tables on S3 are read where the options {@code hadoop.fs.s3a.*} say nothing else. What S3A
 * retries by itself is short: it cannot be interrupted, and the log shows nothing of it. The feed
 * goes on behind it with retries of its own ({@code read.retry.*}).
 */
final class S3Defaults {
  private S3Defaults() {}

  static void apply(Configuration conf) {
    // Notices an object that is overwritten while it is read, and asks for no length that is known.
    conf.set("fs.s3a.input.stream.type", "classic");
    // Listings begin at the version asked for, not at the start of the log.
    conf.set(StorageFileIo.FAST_S3_LISTING, "true");
    // The attempts of S3A, and the retries of the SDK within each.
    conf.set("fs.s3a.retry.limit", "3");
    conf.set("fs.s3a.retry.throttle.limit", "3");
    conf.set("fs.s3a.retry.throttle.interval", "500ms");
    conf.set("fs.s3a.attempts.maximum", "1");
    // A connection without an answer: S3 sends its first byte within seconds.
    conf.set("fs.s3a.connection.timeout", "30s");
    conf.set("fs.s3a.connection.establish.timeout", "15s");
  }
}
