package io.deltacdf.connect.source;

import io.deltacdf.connect.metrics.Activity;
import io.deltacdf.connect.metrics.TableMetrics;

/** Publishes nothing: the last phase of a table whose options limit what is published. */
final class Completed implements Phase {
  private final TableMetrics metrics;

  Completed(TableMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public Progress step(PhaseEvents events) {
    metrics.setActivity(Activity.COMPLETED);
    return Progress.DONE;
  }
}
