package io.deltacdf.connect.avro.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the Connect schema of an Avro schema: the one from which {@link AvroSchemas} made it, and
 * the closest one for the Avro schemas of other writers.
 */
public final class ConnectSchemas {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectSchemas.class);

  private final AvroSettings settings;

  /** The records that contain the current one, by their names. */
  private final Deque<String> around = new ArrayDeque<>();

  private ConnectSchemas(AvroSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns the Connect schema of an Avro schema, or null for the one of values without a schema.
   *
   * @throws DataException if Connect has no such type
   */
  public static @Nullable Schema of(org.apache.avro.Schema avro, AvroSettings settings) {
    if (avro.equals(Anything.SCHEMA)) {
      return null;
    }
    try {
      return new ConnectSchemas(settings).create(avro, false, null);
    } catch (AvroRuntimeException | ClassCastException e) {
      throw new DataException(
          "The Avro schema '%s' has no form in Connect".formatted(avro.getFullName()), e);
    }
  }

  private Schema create(
      org.apache.avro.Schema avro, boolean optional, @Nullable Object fieldDefault) {
    org.apache.avro.Schema single = AvroUnions.singleMember(avro);
    if (single != null) {
      return create(single, true, null);
    }
    SchemaBuilder builder = builder(avro);
    describe(builder, avro);
    addDefault(builder, avro, fieldDefault);
    addName(builder, avro);
    if (optional) {
      builder.optional();
    }
    return builder.build();
  }

  private SchemaBuilder builder(org.apache.avro.Schema avro) {
    return switch (avro.getType()) {
      case BOOLEAN -> SchemaBuilder.bool();
      case INT -> integer(avro);
      case LONG ->
          hasLogicalType(avro, AvroNames.TIMESTAMP_MILLIS)
              ? Timestamp.builder()
              : SchemaBuilder.int64();
      case FLOAT -> SchemaBuilder.float32();
      case DOUBLE -> SchemaBuilder.float64();
      case STRING -> SchemaBuilder.string();
      case BYTES, FIXED -> bytes(avro);
      case ENUM -> enumeration(avro);
      case ARRAY -> array(avro);
      case MAP -> SchemaBuilder.map(Schema.STRING_SCHEMA, create(avro.getValueType(), false, null));
      case RECORD -> struct(avro);
      case UNION -> union(avro);
      case NULL ->
          throw new DataException("Connect has no type for values that are always null in Avro");
    };
  }

  private static boolean hasLogicalType(org.apache.avro.Schema avro, String name) {
    return name.equalsIgnoreCase(avro.getProp(AvroNames.LOGICAL_TYPE));
  }

  private static SchemaBuilder integer(org.apache.avro.Schema avro) {
    if (hasLogicalType(avro, AvroNames.DATE)) {
      return Date.builder();
    } else if (hasLogicalType(avro, AvroNames.TIME_MILLIS)) {
      return Time.builder();
    }
    String type = avro.getProp(AvroNames.CONNECT_TYPE);
    if (AvroNames.TYPE_INT8.equals(type)) {
      return SchemaBuilder.int8();
    }
    return AvroNames.TYPE_INT16.equals(type) ? SchemaBuilder.int16() : SchemaBuilder.int32();
  }

  private static SchemaBuilder bytes(org.apache.avro.Schema avro) {
    SchemaBuilder builder = SchemaBuilder.bytes();
    if (hasLogicalType(avro, AvroNames.DECIMAL)) {
      int scale =
          avro.getObjectProp(AvroNames.SCALE) instanceof Number number ? number.intValue() : 0;
      builder = Decimal.builder(scale);
      if (avro.getObjectProp(AvroNames.PRECISION) instanceof Number precision
          && precision.intValue() != AvroNames.DEFAULT_PRECISION) {
        builder.parameter(AvroNames.DECIMAL_PRECISION, String.valueOf(precision.intValue()));
      }
    }
    if (avro.getType() == org.apache.avro.Schema.Type.FIXED) {
      builder.parameter(AvroNames.FIXED_SIZE, String.valueOf(avro.getFixedSize()));
    }
    return builder;
  }

  private SchemaBuilder enumeration(org.apache.avro.Schema avro) {
    SchemaBuilder builder = SchemaBuilder.string();
    if (settings.metadata() && avro.getDoc() != null) {
      builder.parameter(AvroNames.ENUM_DOC_PREFIX + avro.getName(), avro.getDoc());
    }
    if (settings.metadata() && avro.getEnumDefault() != null) {
      builder.parameter(AvroNames.ENUM_DEFAULT_PREFIX + avro.getName(), avro.getEnumDefault());
    }
    builder.parameter(AvroNames.ENUM, avro.getFullName());
    for (String symbol : avro.getEnumSymbols()) {
      builder.parameter(AvroNames.ENUM + "." + symbol, symbol);
    }
    return builder;
  }

  private SchemaBuilder array(org.apache.avro.Schema avro) {
    org.apache.avro.Schema element = avro.getElementType();
    if (!AvroUnions.isMapEntry(element)) {
      return SchemaBuilder.array(create(element, false, null));
    }
    return SchemaBuilder.map(
        create(element.getField(AvroNames.KEY).schema(), false, null),
        create(element.getField(AvroNames.VALUE).schema(), false, null));
  }

  private SchemaBuilder struct(org.apache.avro.Schema avro) {
    if (around.contains(avro.getFullName())) {
      throw new DataException(
          "The Avro record '%s' contains itself, which this converter cannot read"
              .formatted(avro.getFullName()));
    }
    around.push(avro.getFullName());
    SchemaBuilder builder = SchemaBuilder.struct();
    if (settings.metadata() && avro.getDoc() != null) {
      builder.parameter(AvroNames.RECORD_DOC, avro.getDoc());
    }
    for (org.apache.avro.Schema.Field field : avro.getFields()) {
      if (settings.metadata() && field.doc() != null) {
        builder.parameter(AvroNames.FIELD_DOC_PREFIX + field.name(), field.doc());
      }
      Object defaultValue = field.hasDefaultValue() ? field.defaultVal() : null;
      builder.field(field.name(), create(field.schema(), false, defaultValue));
    }
    around.pop();
    return builder;
  }

  private SchemaBuilder union(org.apache.avro.Schema avro) {
    SchemaBuilder builder = SchemaBuilder.struct().name(AvroNames.UNION);
    for (org.apache.avro.Schema member : avro.getTypes()) {
      if (member.getType() == org.apache.avro.Schema.Type.NULL) {
        builder.optional();
      } else {
        builder.field(
            AvroUnions.memberName(member, settings.enhanced()), create(member, true, null));
      }
    }
    return builder;
  }

  private void describe(SchemaBuilder builder, org.apache.avro.Schema avro) {
    String doc = avro.getProp(AvroNames.CONNECT_DOC);
    if (settings.metadata() && doc != null) {
      builder.doc(doc);
    }
    if (avro.getObjectProp(AvroNames.CONNECT_VERSION) instanceof Number version
        && version.intValue() >= 0
        && builder.version() == null) {
      builder.version(version.intValue());
    }
    if (settings.metadata()
        && avro.getObjectProp(AvroNames.CONNECT_PARAMETERS) instanceof Map<?, ?> parameters) {
      parameters.forEach(
          (name, value) -> builder.parameter(String.valueOf(name), String.valueOf(value)));
    }
    avro.getObjectProps()
        .forEach(
            (name, value) -> {
              if (name.startsWith(AvroNames.AVRO_PREFIX)) {
                builder.parameter(name, value.toString());
              }
            });
  }

  private void addDefault(
      SchemaBuilder builder, org.apache.avro.Schema avro, @Nullable Object fieldDefault) {
    Object connectDefault = avro.getObjectProp(AvroNames.CONNECT_DEFAULT);
    if (fieldDefault != null && connectDefault == null && settings.metadata()) {
      builder.parameter(AvroNames.FIELD_DEFAULT, "true");
    }
    Object value = fieldDefault == null ? connectDefault : fieldDefault;
    if (value == null) {
      return;
    }
    try {
      builder.defaultValue(ConnectDefaults.of(builder, avro, value));
    } catch (DataException | ClassCastException e) {
      LOG.info("Ignoring a default of {} that has no form in Connect", avro.getFullName());
    }
  }

  private static void addName(SchemaBuilder builder, org.apache.avro.Schema avro) {
    String name = avro.getProp(AvroNames.CONNECT_NAME);
    if (name == null && AvroUnions.isNamed(avro)) {
      name = avro.getFullName();
    }
    if (name == null || name.startsWith(AvroNames.DEFAULT_FULL_NAME)) {
      return;
    }
    if (builder.name() == null) {
      builder.name(name);
    } else if (!builder.name().equals(name) && avro.getProp(AvroNames.CONNECT_NAME) != null) {
      throw new DataException(
          "The Avro schema has the logical type of '%s', but the Connect name '%s'"
              .formatted(builder.name(), name));
    }
  }
}
