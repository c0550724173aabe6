package io.deltacdf.connect.metrics;

import java.util.Map;
import java.util.function.Function;

/**
 * A measurement with its names and its documentation.
 *
 * @param <S> what is measured
 * @param attribute the name of the JMX attribute; Debezium's where it means the same
 * @param name the name of the plugin metric; empty if the value is a text or a map, which only JMX
 *     can show
 * @param kind how the value behaves over time
 * @param unit the unit of the value, such as {@code ms}
 * @param meaning what the value says, in Markdown
 * @param value reads the value; called by the thread of a client of JMX or of a metrics reporter
 */
public record Metric<S>(
    String attribute, String name, Kind kind, String unit, String meaning, Function<S, ?> value) {
  /** How a value behaves over time. */
  public enum Kind {
    /** A {@link Long} that only grows while the task runs. */
    COUNTER(Long.class),
    /** A {@link Long} that grows and shrinks. */
    GAUGE(Long.class),
    /** A {@link Boolean}. */
    FLAG(Boolean.class),
    /** A {@link String}. */
    TEXT(String.class),
    /** A map of texts to numbers. */
    MAP(Map.class);

    private final Class<?> type;

    Kind(Class<?> type) {
      this.type = type;
    }

    Class<?> type() {
      return type;
    }
  }

  static <S> Metric<S> counter(
      String attribute, String name, String unit, String meaning, Function<S, Long> value) {
    return new Metric<>(attribute, name, Kind.COUNTER, unit, meaning, value);
  }

  static <S> Metric<S> gauge(
      String attribute, String name, String unit, String meaning, Function<S, Long> value) {
    return new Metric<>(attribute, name, Kind.GAUGE, unit, meaning, value);
  }

  static <S> Metric<S> flag(
      String attribute, String name, String meaning, Function<S, Boolean> value) {
    return new Metric<>(attribute, name, Kind.FLAG, "", meaning, value);
  }

  static <S> Metric<S> text(String attribute, String meaning, Function<S, String> value) {
    return new Metric<>(attribute, "", Kind.TEXT, "", meaning, value);
  }

  static <S> Metric<S> map(
      String attribute, String unit, String meaning, Function<S, Map<String, Long>> value) {
    return new Metric<>(attribute, "", Kind.MAP, unit, meaning, value);
  }

  /** Returns whether Kafka's metrics can show the value. */
  public boolean isNumeric() {
    return !name.isEmpty();
  }
}
