package io.deltacdf.connect.avro.schema;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The names by which Confluent's converter, and those that follow it, express Connect schemas in
 * Avro. They are part of the registered schemas.
 */
public final class AvroNames {
  static final String NAMESPACE = "io.confluent.connect.avro";
  static final String DEFAULT_NAME = "ConnectDefault";
  static final String DEFAULT_FULL_NAME = NAMESPACE + "." + DEFAULT_NAME;

  /** The record that holds an entry of a map whose keys Avro's maps cannot hold. */
  static final String MAP_ENTRY = "MapEntry";

  /** The fields of an entry. */
  public static final String KEY = "key";

  public static final String VALUE = "value";

  static final String CONNECT_NAME = "connect.name";
  static final String CONNECT_DOC = "connect.doc";
  static final String CONNECT_VERSION = "connect.version";
  static final String CONNECT_DEFAULT = "connect.default";
  static final String CONNECT_PARAMETERS = "connect.parameters";
  static final String CONNECT_INTERNAL_TYPE = "connect.internal.type";
  static final String CONNECT_TYPE = "connect.type";
  static final String TYPE_INT8 = "int8";
  static final String TYPE_INT16 = "int16";

  static final String RECORD_DOC = NAMESPACE + ".record.doc";
  static final String FIELD_DOC_PREFIX = NAMESPACE + ".field.doc.";
  static final String FIELD_DEFAULT = NAMESPACE + ".field.default";
  static final String ENUM_DOC_PREFIX = NAMESPACE + ".enum.doc.";
  static final String ENUM_DEFAULT_PREFIX = NAMESPACE + ".enum.default.";
  static final String UNION = NAMESPACE + ".Union";
  static final String ENUM = NAMESPACE + ".Enum";

  static final String LOGICAL_TYPE = "logicalType";
  static final String DECIMAL = "decimal";
  static final String DATE = "date";
  static final String TIME_MILLIS = "time-millis";
  static final String TIMESTAMP_MILLIS = "timestamp-millis";
  static final String SCALE = "scale";
  static final String PRECISION = "precision";
  static final String DECIMAL_PRECISION = "connect.decimal.precision";
  static final int DEFAULT_PRECISION = 64;
  static final String FIXED_SIZE = "connect.fixed.size";

  /** Parameters that begin like this become properties, and the other way round. */
  static final String AVRO_PREFIX = "avro";

  private static final Pattern START = Pattern.compile("^[A-Za-z_]");
  private static final Pattern INVALID = Pattern.compile("[^A-Za-z0-9_]");

  private AvroNames() {}

  /** Returns whether a struct stands for a union, of which it has one field set. */
  public static boolean isUnion(Schema schema) {
    return UNION.equals(schema.name());
  }

  static boolean isEnum(Schema schema) {
    return schema.type() == Schema.Type.STRING && parameter(schema, ENUM) != null;
  }

  /** Returns the size of a value of Avro's type {@code fixed}, or null for all other types. */
  static @Nullable Integer fixedSize(Schema schema) {
    String size = schema.name() == null ? null : parameter(schema, FIXED_SIZE);
    return schema.type() == Schema.Type.BYTES && size != null ? Integer.valueOf(size) : null;
  }

  /** Returns whether a map is an array of entries, because its keys may be more than strings. */
  public static boolean hasEntries(Schema map) {
    return map.keySchema().type() != Schema.Type.STRING || map.keySchema().isOptional();
  }

  static @Nullable String parameter(Schema schema, String name) {
    Map<String, String> parameters = schema.parameters();
    return parameters == null ? null : parameters.get(name);
  }

  static @Nullable String namespace(String fullName) {
    int dot = fullName.lastIndexOf('.');
    return dot < 0 ? null : fullName.substring(0, dot);
  }

  static String simpleName(String fullName, boolean scrub) {
    String name = fullName.substring(fullName.lastIndexOf('.') + 1);
    return scrub ? scrub(name) : name;
  }

  /** Returns a name that Avro allows, with the escapes of URLs as the way to it. */
  public static String scrub(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
    String started = START.matcher(encoded).lookingAt() ? encoded : "x" + encoded;
    return INVALID.matcher(started).replaceAll("_");
  }
}
