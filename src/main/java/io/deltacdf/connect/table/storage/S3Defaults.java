package io.deltacdf.connect.table.storage;

import org.apache.hadoop.conf.Configuration;

/**
 * The defaults of the options {@code hadoop.fs.s3a.*}. S3A's own retries are kept short, because
 * they cannot be interrupted and are not logged. The connector retries afterwards by itself ({@code
 * read.retry.*}).
 */
final class S3Defaults {
  /** Delta's option for S3 listings that start at the requested version. */
  static final String FAST_LISTING = "delta.enableFastS3AListFrom";

  private S3Defaults() {}

  static void apply(Configuration conf) {
    // This stream fails if an object is overwritten while it is read, and does not request a
    // length that is already known.
    conf.set("fs.s3a.input.stream.type", "classic");
    // Listings start at the requested version, not at the start of the log.
    conf.set(FAST_LISTING, "true");
    // The attempts of S3A, and the retries of the SDK within each attempt.
    conf.set("fs.s3a.retry.limit", "3");
    conf.set("fs.s3a.retry.throttle.limit", "3");
    conf.set("fs.s3a.retry.throttle.interval", "500ms");
    conf.set("fs.s3a.attempts.maximum", "1");
    // Time limits for connections that do not answer: S3 sends its first byte within seconds.
    conf.set("fs.s3a.connection.timeout", "30s");
    conf.set("fs.s3a.connection.establish.timeout", "15s");
  }
}
