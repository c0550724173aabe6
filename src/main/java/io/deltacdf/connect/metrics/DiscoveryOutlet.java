package io.deltacdf.connect.metrics;

/**
 * Shows the measurements of the discovery as a JMX bean, on the worker on which the connector runs.
 */
public final class DiscoveryOutlet implements AutoCloseable {
  private final JmxOutlet jmx;

  private DiscoveryOutlet(JmxOutlet jmx) {
    this.jmx = jmx;
  }

  /**
   * Shows measurements until {@link #close}.
   *
   * @param prefix {@code topic.prefix}
   */
  public static DiscoveryOutlet open(String prefix, DiscoveryMetrics metrics) {
    JmxOutlet jmx = new JmxOutlet(prefix);
    jmx.show(metrics);
    return new DiscoveryOutlet(jmx);
  }

  @Override
  public void close() {
    jmx.close();
  }
}
