package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rows as JSON objects that are compared as multisets. The order of rows and columns does not
 * matter, and an absent column equals null.
 *
 * <p>With a schema (in Spark's JSON form), values are compared by their types: numbers by value
 * (floating point in the width of the column, and zero without its sign), timestamps by instant,
 * and all other values as text. Without a schema, different notations of a value are equal as well:
 * decimals and dates as text, binary values with the prefix {@code base64:}, a float widened to a
 * double, {@code nan} and {@code inf}.
 */
public final class OracleRows {
  /** The metadata columns of a change row. */
  public static final String CHANGE_TYPE = "_change_type";

  public static final String COMMIT_VERSION = "_commit_version";
  public static final String COMMIT_TIMESTAMP = "_commit_timestamp";

  private static final ObjectReader JSON =
      new ObjectMapper()
          .reader()
          .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final List<ObjectNode> rows;
  private final JsonNode schema;

  private OracleRows(List<ObjectNode> rows, JsonNode schema) {
    this.rows = List.copyOf(rows);
    this.schema = schema;
  }

  /** Rows without a schema. */
  public static OracleRows of(Collection<ObjectNode> rows) {
    return new OracleRows(List.copyOf(rows), null);
  }

  /**
   * Rows without a schema, from their JSON text.
   *
   * @throws IllegalArgumentException for a line that is not a JSON object, with its text
   */
  public static OracleRows parse(Collection<String> lines) {
    List<ObjectNode> rows = new ArrayList<>();
    for (String line : lines) {
      rows.add(object(line));
    }
    return new OracleRows(rows, null);
  }

  /** Rows without a schema, from a file of JSON lines. */
  public static OracleRows read(Path jsonLines) {
    try {
      return parse(Files.readAllLines(jsonLines));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + jsonLines, e);
    }
  }

  /** Parses JSON without losing digits of numbers. */
  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new IllegalArgumentException("Not JSON: " + text, e);
    }
  }

  private static ObjectNode object(String line) {
    if (json(line) instanceof ObjectNode row) {
      return row;
    }
    throw new IllegalArgumentException("Not a JSON object: " + line);
  }

  /** The same rows with a schema: {@code {"type":"struct","fields":[…]}}. */
  public OracleRows withSchema(JsonNode schema) {
    return new OracleRows(rows, schema);
  }

  /** The same rows with the columns of a schema only, at every depth, and with that schema. */
  public OracleRows project(JsonNode schema) {
    return new OracleRows(
        rows.stream().map(row -> (ObjectNode) SparkSchema.project(row, schema)).toList(), schema);
  }

  /**
   * Returns the same rows with the values of variants, whose text is JSON, where the schema has a
   * variant.
   */
  public OracleRows variantsOfText(JsonNode schema) {
    return new OracleRows(
        rows.stream().map(row -> (ObjectNode) SparkSchema.variantsOfText(row, schema)).toList(),
        schema);
  }

  /** Returns the rows that the predicate accepts. */
  public OracleRows where(Predicate<? super ObjectNode> accepted) {
    return new OracleRows(rows.stream().filter(accepted).toList(), schema);
  }

  /** The rows of the commits from one version to another, both inclusive. */
  public OracleRows between(long from, long to) {
    return where(
        row -> {
          long version = row.required(COMMIT_VERSION).asLong();
          return version >= from && version <= to;
        });
  }

  public List<ObjectNode> rows() {
    return rows;
  }

  public int size() {
    return rows.size();
  }

  public Optional<JsonNode> schema() {
    return Optional.ofNullable(schema);
  }

  /**
   * Describes how the actual rows differ from these expected rows; empty if they are equal. The
   * schema of the expected rows applies to both.
   *
   * @param ignored columns that are not compared, such as {@link #COMMIT_TIMESTAMP}
   */
  public String difference(OracleRows actual, String... ignored) {
    return compare(actual, Set.of(ignored)).describe(true);
  }

  /**
   * Describes which of these rows the actual rows lack; empty if they contain all. The actual rows
   * may have more rows, because the expected rows may be a sample.
   */
  public String missing(OracleRows actual, String... ignored) {
    return compare(actual, Set.of(ignored)).describe(false);
  }

  private RowComparison compare(OracleRows actual, Set<String> ignored) {
    CanonicalRows canonical = new CanonicalRows(schema, ignored);
    return new RowComparison(
        rows.stream().map(canonical::of).toList(),
        actual.rows.stream().map(canonical::of).toList());
  }

  @Override
  public String toString() {
    return rows.size() + " rows";
  }
}
