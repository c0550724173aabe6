package io.deltacdf.connect.table;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * How tables on S3 are read where the options {@code hadoop.fs.s3a.*} say nothing else. What S3A
 * retries by itself is short: nothing is seen of it in the log and it cannot be interrupted. The
 * feed goes on behind it with retries of its own ({@code read.retry.*}).
 */
final class S3Defaults {
  private static final Map<String, String> OPTIONS =
      Map.of(
          // Notices an object that is overwritten while it is read, and asks for no length that is
          // known.
          "fs.s3a.input.stream.type",
          "classic",
          // Listings begin at the version asked for, not at the start of the log.
          StorageFileIo.FAST_S3_LISTING,
          "true",
          // Of one request: by the SDK, and by S3A around it.
          "fs.s3a.attempts.maximum",
          "3",
          "fs.s3a.retry.limit",
          "3",
          "fs.s3a.retry.throttle.limit",
          "3",
          "fs.s3a.retry.throttle.interval",
          "500ms",
          // A connection without an answer: S3 sends its first byte within seconds.
          "fs.s3a.connection.timeout",
          "30s",
          "fs.s3a.connection.establish.timeout",
          "15s");

  private S3Defaults() {}

  static void apply(Configuration conf) {
    OPTIONS.forEach(conf::set);
  }
}
