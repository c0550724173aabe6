package io.deltacdf.connect.record.body;

/**
 * Whether the bodies of a table's rows are of use. A converter that can use bodies asks the first
 * Struct for its body; from then on, rows get one. So nothing depends on where the converter is
 * configured, and no body is made if a transform replaces all Structs. Thread-safe.
 */
public final class BodyDemand {
  private volatile boolean asked;

  void ask() {
    if (!asked) {
      asked = true;
    }
  }

  boolean isAsked() {
    return asked;
  }
}
