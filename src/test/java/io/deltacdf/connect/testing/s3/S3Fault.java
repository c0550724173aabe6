package io.deltacdf.connect.testing.s3;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A fault that a gateway injects into requests.
 *
 * @param which the affected requests
 * @param left how many more requests are affected
 * @param status the HTTP status that is answered; 0 to pass the request on and cut the answer
 * @param code S3's name for the error
 * @param bytes how many bytes of the body a cut answer has
 */
record S3Fault(Predicate<S3Request> which, AtomicInteger left, int status, String code, int bytes) {

  /** Returns whether the request is affected, and counts it in this case. */
  boolean takes(S3Request request) {
    return which.test(request) && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }
}
