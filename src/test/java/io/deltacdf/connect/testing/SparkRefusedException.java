package io.deltacdf.connect.testing;

import java.util.Optional;

/** Spark rejected a request. */
public final class SparkRefusedException extends RuntimeException {
  private final String errorClass;

  SparkRefusedException(String errorClass, String message) {
    super(message);
    this.errorClass = errorClass;
  }

  /** Spark's error class, such as {@code DELTA_MISSING_CHANGE_DATA}; not every error has one. */
  public Optional<String> errorClass() {
    return Optional.ofNullable(errorClass);
  }
}
