package io.deltacdf.connect.avro.schema;

import static io.deltacdf.connect.avro.schema.AvroNames.parameter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the Avro schema of a Connect schema. It is the schema that Confluent's and Apicurio's
 * converters register, with the same text, so that a topic can move from one to the other.
 */
public final class AvroSchemas {
  private static final Logger LOG = LoggerFactory.getLogger(AvroSchemas.class);

  /** No schema of Connect is nested so deeply, unless it contains itself. */
  private static final int MAX_DEPTH = 500;

  private final AvroSettings settings;

  /** The records so far, by the Connect schema that they stand for when it is required. */
  private final Map<Schema, org.apache.avro.Schema> records = new HashMap<>();

  private final Map<String, Schema> structsByName = new HashMap<>();
  private final List<org.apache.avro.Schema> unnamedEntries = new ArrayList<>();
  private int unnamed;
  private int depth;

  private AvroSchemas(AvroSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns the Avro schema of a Connect schema. The result depends on nothing else; callers keep
   * it.
   *
   * @param schema null for values without a schema
   * @throws DataException if Avro cannot express the schema
   */
  public static org.apache.avro.Schema of(@Nullable Schema schema, AvroSettings settings) {
    if (schema == null) {
      return Anything.SCHEMA;
    }
    try {
      return new AvroSchemas(settings).create(schema);
    } catch (AvroRuntimeException | IllegalArgumentException | ClassCastException e) {
      throw new DataException(
          "The schema %s cannot be an Avro schema: %s. Change the name or the type with options of"
                  .formatted(name(schema), e.getMessage())
              + " the connector or with a transform, or set 'scrub.invalid.names=true' on the"
              + " converter if a name is the cause.",
          e);
    }
  }

  private static String name(Schema schema) {
    return schema.name() == null ? "of type " + schema.type() : "'" + schema.name() + "'";
  }

  private org.apache.avro.Schema create(Schema schema) {
    if (schema.type() == Schema.Type.STRUCT) {
      return AvroNames.isUnion(schema) ? union(schema) : struct(schema);
    }
    org.apache.avro.Schema base = base(schema);
    describe(base, schema);
    return optional(schema, base);
  }

  private org.apache.avro.Schema base(Schema schema) {
    return switch (schema.type()) {
      case INT8, INT16, INT32 -> primitive(org.apache.avro.Schema.Type.INT);
      case INT64 -> primitive(org.apache.avro.Schema.Type.LONG);
      case FLOAT32 -> primitive(org.apache.avro.Schema.Type.FLOAT);
      case FLOAT64 -> primitive(org.apache.avro.Schema.Type.DOUBLE);
      case BOOLEAN -> primitive(org.apache.avro.Schema.Type.BOOLEAN);
      case STRING ->
          settings.enhanced() && AvroNames.isEnum(schema)
              ? enumeration(schema)
              : primitive(org.apache.avro.Schema.Type.STRING);
      case BYTES -> bytes(schema);
      case ARRAY -> org.apache.avro.Schema.createArray(create(schema.valueSchema()));
      case MAP ->
          AvroNames.hasEntries(schema)
              ? org.apache.avro.Schema.createArray(entry(schema))
              : org.apache.avro.Schema.createMap(create(schema.valueSchema()));
      case STRUCT -> throw new IllegalArgumentException("Not a base type: struct");
    };
  }

  private static org.apache.avro.Schema primitive(org.apache.avro.Schema.Type type) {
    return org.apache.avro.Schema.create(type);
  }

  private static org.apache.avro.Schema enumeration(Schema schema) {
    String fullName = String.valueOf(parameter(schema, AvroNames.ENUM));
    String suffix = schema.name() == null ? "" : AvroNames.simpleName(schema.name(), false);
    List<String> symbols = new ArrayList<>();
    for (String parameter : schema.parameters().keySet()) {
      if (parameter.startsWith(AvroNames.ENUM + ".")) {
        symbols.add(parameter.substring(AvroNames.ENUM.length() + 1));
      }
    }
    return org.apache.avro.Schema.createEnum(
        fullName,
        parameter(schema, AvroNames.ENUM_DOC_PREFIX + suffix),
        null,
        symbols,
        parameter(schema, AvroNames.ENUM_DEFAULT_PREFIX + suffix));
  }

  private org.apache.avro.Schema bytes(Schema schema) {
    Integer size = AvroNames.fixedSize(schema);
    org.apache.avro.Schema base =
        size == null
            ? primitive(org.apache.avro.Schema.Type.BYTES)
            : org.apache.avro.Schema.createFixed(
                AvroNames.simpleName(schema.name(), settings.scrub()),
                null,
                AvroNames.namespace(schema.name()),
                size);
    if (isDecimal(schema)) {
      base.addProp(AvroNames.SCALE, (Object) scale(schema));
      base.addProp(AvroNames.PRECISION, (Object) precision(schema));
    }
    return base;
  }

  private static boolean isDecimal(Schema schema) {
    return Decimal.LOGICAL_NAME.equalsIgnoreCase(schema.name());
  }

  private static int scale(Schema schema) {
    String scale = parameter(schema, Decimal.SCALE_FIELD);
    if (scale == null) {
      throw new DataException("A decimal has no parameter 'scale'. Add it to its schema.");
    }
    return Integer.parseInt(scale);
  }

  private static int precision(Schema schema) {
    String precision = parameter(schema, AvroNames.DECIMAL_PRECISION);
    return precision == null ? AvroNames.DEFAULT_PRECISION : Integer.parseInt(precision);
  }

  private org.apache.avro.Schema entry(Schema map) {
    List<org.apache.avro.Schema.Field> fields = new ArrayList<>();
    if (map.name() != null) {
      org.apache.avro.Schema entry = record(map.name(), null);
      entry.addProp(AvroNames.CONNECT_INTERNAL_TYPE, AvroNames.MAP_ENTRY);
      addEntryFields(fields, map);
      entry.setFields(fields);
      return entry;
    }
    addEntryFields(fields, map);
    for (org.apache.avro.Schema entry : unnamedEntries) {
      if (entry.getFields().equals(fields)) {
        return entry;
      }
    }
    org.apache.avro.Schema entry = unnamedEntry(unnamedEntries.size() + 1);
    entry.setFields(fields);
    unnamedEntries.add(entry);
    return entry;
  }

  /** Confluent's converter gives all entries one name, and fails if their types differ. */
  private static org.apache.avro.Schema unnamedEntry(int number) {
    if (number == 1) {
      return org.apache.avro.Schema.createRecord(
          AvroNames.MAP_ENTRY, null, AvroNames.NAMESPACE, false);
    }
    org.apache.avro.Schema entry =
        org.apache.avro.Schema.createRecord(
            AvroNames.MAP_ENTRY + number, null, AvroNames.NAMESPACE, false);
    entry.addProp(AvroNames.CONNECT_INTERNAL_TYPE, AvroNames.MAP_ENTRY);
    return entry;
  }

  private void addEntryFields(List<org.apache.avro.Schema.Field> fields, Schema map) {
    fields.add(field(AvroNames.KEY, map.keySchema(), null));
    fields.add(field(AvroNames.VALUE, map.valueSchema(), null));
  }

  private org.apache.avro.Schema union(Schema schema) {
    List<org.apache.avro.Schema> types = new ArrayList<>();
    if (schema.isOptional()) {
      types.add(primitive(org.apache.avro.Schema.Type.NULL));
    }
    for (Field field : schema.fields()) {
      types.add(create(required(field.schema())));
    }
    return org.apache.avro.Schema.createUnion(types);
  }

  private org.apache.avro.Schema struct(Schema schema) {
    if (!schema.isOptional()) {
      return requiredStruct(schema);
    }
    return org.apache.avro.Schema.createUnion(
        primitive(org.apache.avro.Schema.Type.NULL), requiredStruct(required(schema)));
  }

  private org.apache.avro.Schema requiredStruct(Schema schema) {
    org.apache.avro.Schema known = records.get(schema);
    if (known != null) {
      return known;
    }
    if (schema.name() != null) {
      Schema other = structsByName.putIfAbsent(schema.name(), schema);
      if (other != null) {
        return sameFields(schema, other);
      }
    }
    if (++depth > MAX_DEPTH) {
      throw new DataException(
          "The schema contains itself. A value of it would have no end in Avro's form.");
    }
    org.apache.avro.Schema avro = record(schema.name(), parameter(schema, AvroNames.RECORD_DOC));
    List<org.apache.avro.Schema.Field> fields = new ArrayList<>();
    for (Field field : schema.fields()) {
      String name = settings.scrub() ? AvroNames.scrub(field.name()) : field.name();
      String doc = parameter(schema, AvroNames.FIELD_DOC_PREFIX + field.name());
      fields.add(field(name, field.schema(), doc));
    }
    avro.setFields(fields);
    describe(avro, schema);
    records.put(schema, avro);
    depth--;
    return avro;
  }

  private org.apache.avro.Schema sameFields(Schema schema, Schema other) {
    org.apache.avro.Schema avro = records.get(other);
    if (avro == null || !schema.fields().equals(other.fields())) {
      throw new DataException(
          ("Two structs with different fields have the name '%s', and Avro needs different names."
                  + " Rename one of them, for example with a transform.")
              .formatted(schema.name()));
    }
    return avro;
  }

  private org.apache.avro.Schema record(@Nullable String fullName, @Nullable String doc) {
    if (fullName == null) {
      unnamed++;
      return org.apache.avro.Schema.createRecord(
          AvroNames.DEFAULT_NAME + (unnamed > 1 ? unnamed : ""), doc, AvroNames.NAMESPACE, false);
    }
    return org.apache.avro.Schema.createRecord(
        AvroNames.simpleName(fullName, settings.scrub()),
        doc,
        AvroNames.namespace(fullName),
        false);
  }

  private org.apache.avro.Schema.Field field(String name, Schema schema, @Nullable String doc) {
    org.apache.avro.Schema avro = create(schema);
    Object defaultValue = fieldDefault(schema);
    if (defaultValue != null) {
      try {
        return new org.apache.avro.Schema.Field(name, avro, doc, defaultValue);
      } catch (AvroTypeException e) {
        LOG.info("The default of field {} has no form in Avro, so the field has none", name);
      }
    }
    return new org.apache.avro.Schema.Field(name, avro, doc);
  }

  private @Nullable Object fieldDefault(Schema schema) {
    if (schema.defaultValue() != null) {
      return AvroDefaults.ofField(schema, settings.scrub());
    }
    return schema.isOptional() ? JsonProperties.NULL_VALUE : null;
  }

  private static org.apache.avro.Schema optional(Schema schema, org.apache.avro.Schema base) {
    if (!schema.isOptional()) {
      return base;
    }
    org.apache.avro.Schema nothing = primitive(org.apache.avro.Schema.Type.NULL);
    // The default of a field must be of the first type.
    return schema.defaultValue() == null
        ? org.apache.avro.Schema.createUnion(nothing, base)
        : org.apache.avro.Schema.createUnion(base, nothing);
  }

  private static Schema required(Schema schema) {
    Schema.Type type = schema.type();
    return new ConnectSchema(
        type,
        false,
        schema.defaultValue(),
        schema.name(),
        schema.version(),
        schema.doc(),
        schema.parameters(),
        type == Schema.Type.STRUCT ? schema.fields() : null,
        type == Schema.Type.MAP ? schema.keySchema() : null,
        type == Schema.Type.MAP || type == Schema.Type.ARRAY ? schema.valueSchema() : null);
  }

  /** Adds what only Connect knows, and Avro's logical types, in the order of other converters. */
  private void describe(org.apache.avro.Schema avro, Schema schema) {
    if (settings.metadata()) {
      addMetadata(avro, schema);
    }
    addLogicalType(avro, schema);
    if (schema.parameters() != null) {
      schema
          .parameters()
          .forEach(
              (name, value) -> {
                if (name.startsWith(AvroNames.AVRO_PREFIX)) {
                  avro.addProp(name, value);
                }
              });
    }
  }

  private void addMetadata(org.apache.avro.Schema avro, Schema schema) {
    if (schema.doc() != null) {
      avro.addProp(AvroNames.CONNECT_DOC, schema.doc());
    }
    if (schema.version() != null) {
      avro.addProp(AvroNames.CONNECT_VERSION, (Object) schema.version());
    }
    if (schema.parameters() != null) {
      Map<String, String> parameters = new LinkedHashMap<>(schema.parameters());
      parameters.remove(AvroNames.FIELD_DEFAULT);
      if (!parameters.isEmpty()) {
        avro.addProp(AvroNames.CONNECT_PARAMETERS, parameters);
      }
    }
    if (schema.defaultValue() != null && parameter(schema, AvroNames.FIELD_DEFAULT) == null) {
      avro.addProp(AvroNames.CONNECT_DEFAULT, AvroDefaults.ofSchema(schema, settings.scrub()));
    }
    if (schema.name() != null) {
      avro.addProp(AvroNames.CONNECT_NAME, schema.name());
    }
    if (schema.type() == Schema.Type.INT8) {
      avro.addProp(AvroNames.CONNECT_TYPE, AvroNames.TYPE_INT8);
    } else if (schema.type() == Schema.Type.INT16) {
      avro.addProp(AvroNames.CONNECT_TYPE, AvroNames.TYPE_INT16);
    }
  }

  private static void addLogicalType(org.apache.avro.Schema avro, Schema schema) {
    if (isDecimal(schema)) {
      int scale = scale(schema);
      int precision = precision(schema);
      // Avro does not allow such a decimal, and readers of Connect's still find its scale.
      if (scale < 0 || scale > precision) {
        avro.addProp(AvroNames.LOGICAL_TYPE, AvroNames.DECIMAL);
      } else {
        LogicalTypes.decimal(precision, scale).addToSchema(avro);
      }
    } else if (Time.LOGICAL_NAME.equalsIgnoreCase(schema.name())) {
      LogicalTypes.timeMillis().addToSchema(avro);
    } else if (Timestamp.LOGICAL_NAME.equalsIgnoreCase(schema.name())) {
      LogicalTypes.timestampMillis().addToSchema(avro);
    } else if (Date.LOGICAL_NAME.equalsIgnoreCase(schema.name())) {
      LogicalTypes.date().addToSchema(avro);
    }
  }
}
