package io.deltacdf.connect.testing.s3;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A fault that a gateway injects into requests.
 *
 * @param which the affected requests
 * @param left the number of requests that are still to be affected
 * @param status the HTTP status of the response; 0 to forward the request and truncate the response
 * @param code S3's error code
 * @param bytes the number of bytes in the body of a truncated response
 */
record S3Fault(Predicate<S3Request> which, AtomicInteger left, int status, String code, int bytes) {

  /** Returns whether the request is affected, and counts it in this case. */
  boolean appliesTo(S3Request request) {
    return which.test(request) && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }
}
