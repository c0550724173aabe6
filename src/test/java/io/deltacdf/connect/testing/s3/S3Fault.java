package io.deltacdf.connect.testing.s3;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * What a gateway does to requests instead of passing them on.
 *
 * @param which the requests that it is for
 * @param left how many more of them it is for
 * @param status the HTTP status that is answered; 0 to pass the request on and cut the answer
 * @param code S3's name for the error
 * @param bytes how many bytes of the body a cut answer has
 */
record S3Fault(Predicate<S3Request> which, AtomicInteger left, int status, String code, int bytes) {

  /** Whether it is for this request, which counts then. */
  boolean takes(S3Request request) {
    return which.test(request) && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }
}
