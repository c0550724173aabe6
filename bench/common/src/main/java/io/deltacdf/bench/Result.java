package io.deltacdf.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One measurement: {@code RESULT name=… table=… phase=cold|warm key=value …} on a line of its own.
 * Every engine prints the same keys, so that runs can be compared; README.md explains them.
 */
public final class Result {
  private static final String MARK = "RESULT ";

  private final Map<String, String> fields = new LinkedHashMap<>();

  public static Result of(String name, String table) {
    return new Result().put("name", name).put("table", table);
  }

  /** Passes in one JVM count from 1; the first is the cold one. */
  public Result pass(int pass) {
    return put("phase", pass == 1 ? "cold" : "warm").put("pass", pass);
  }

  /**
   * Parses a line, which may have other text before the result; empty if the line is not a result.
   */
  public static Optional<Result> parse(String line) {
    int at = line.indexOf(MARK);
    if (at < 0) {
      return Optional.empty();
    }
    Result result = new Result();
    for (String pair : line.substring(at + MARK.length()).trim().split("\\s+")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        result.fields.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return Optional.of(result);
  }

  public Result put(String key, String value) {
    fields.put(key, value);
    return this;
  }

  public Result put(String key, long value) {
    return put(key, Long.toString(value));
  }

  /** Adds a value with two decimals. */
  public Result put(String key, double value) {
    return put(key, String.format(Locale.ROOT, "%.2f", value));
  }

  public String text(String key) {
    return fields.getOrDefault(key, "-");
  }

  public OptionalDouble number(String key) {
    String value = fields.get(key);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(value));
  }

  public void print() {
    System.out.println(this);
    System.out.flush();
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(MARK);
    fields.forEach((key, value) -> line.append(key).append('=').append(value).append(' '));
    return line.toString().trim();
  }
}
