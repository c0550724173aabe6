package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.Nullability;
import io.deltacdf.connect.config.RecordOptions;
import io.deltacdf.connect.record.value.Binaries;
import io.deltacdf.connect.record.value.Decimals;
import io.deltacdf.connect.record.value.Floats;
import io.deltacdf.connect.record.value.Temporals;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Creates the Connect schema of a table's values: of its rows, or of the envelopes around them. A
 * row has the table's columns, then the metadata columns. The schema name of a struct is its path
 * below {@code <topic.prefix>.<table>.Value}, where {@code element}, {@code key} and {@code value}
 * stand for the elements of arrays and the keys and values of maps.
 */
final class ValueSchemas {
  static final String CHANGE_TYPE = RecordOptions.CHANGE_TYPE_COLUMN;
  static final String COMMIT_VERSION = "_commit_version";
  static final String COMMIT_TIMESTAMP = "_commit_timestamp";

  /** Debezium's schema name for JSON text. */
  private static final String JSON = "io.debezium.data.Json";

  private final String table;
  private final RecordConfig records;
  private final NameAdjuster fieldNames;
  private final NameAdjuster schemaNames;
  private final String keyName;
  private final String valueName;
  private final String envelopeName;

  ValueSchemas(String table, RecordConfig records) {
    this.table = table;
    this.records = records;
    this.fieldNames = new NameAdjuster(records.fieldNameAdjustment());
    this.schemaNames = new NameAdjuster(records.schemaNameAdjustment());
    this.keyName = schemaName(".Key");
    this.valueName = schemaName(".Value");
    this.envelopeName = schemaName(".Envelope");
  }

  private String schemaName(String suffix) {
    return schemaNames.adjustParts(records.topicPrefix() + "." + table + suffix);
  }

  /** Returns the schema of the values of a table's records. */
  Schema valueSchema(TableSchema schema) {
    return records.envelope()
        ? EnvelopeSchemas.envelope(envelopeName, rowSchema(schema).optional().build())
        : rowSchema(schema).build();
  }

  /** The fields are the columns of the table in their order, then the metadata columns. */
  SchemaBuilder rowSchema(TableSchema schema) {
    SchemaBuilder builder = SchemaBuilder.struct().name(valueName);
    addFields(builder, schema.fields(), new Path("", valueName, new HashMap<>()));
    for (String name : records.metadataColumns()) {
      // Metadata columns are never adjusted: their names are valid already.
      if (builder.field(name) != null) {
        throw RecordErrors.metadataFieldName(table, columnOf(schema, name), name);
      }
      builder.field(name, metadataColumn(name));
    }
    return builder;
  }

  /** Returns the schema name of keys that are structs. */
  String keyName() {
    return keyName;
  }

  /** Returns the field name of a column. */
  String fieldName(String column) {
    return fieldNames.adjust(column);
  }

  private String columnOf(TableSchema schema, String fieldName) {
    return schema.fields().stream()
        .map(Field::name)
        .filter(column -> fieldName(column).equals(fieldName))
        .findFirst()
        .orElse(fieldName);
  }

  private void addFields(SchemaBuilder builder, List<Field> fields, Path path) {
    Map<String, String> columnsByFieldName = new HashMap<>();
    for (Field field : fields) {
      Path fieldPath = path.child(field.name());
      String name = fieldNames.adjust(field.name());
      String other = columnsByFieldName.put(name, fieldPath.column());
      if (other != null) {
        throw RecordErrors.fieldNames(table, other, fieldPath.column(), name);
      }
      builder.field(
          name, build(field.type(), isOptional(field.type(), field.nullable()), fieldPath));
    }
  }

  private Schema build(DataType type, boolean optional, Path path) {
    SchemaBuilder builder = builder(type, path);
    return optional ? builder.optional().build() : builder.build();
  }

  private SchemaBuilder builder(DataType type, Path path) {
    if (type instanceof DataType.Struct struct) {
      SchemaBuilder builder = SchemaBuilder.struct().name(path.claimSchemaName());
      addFields(builder, struct.fields(), path);
      return builder;
    } else if (type instanceof DataType.Array array) {
      return SchemaBuilder.array(
          build(
              array.element(),
              isOptional(array.element(), array.containsNull()),
              path.child("element")));
    } else if (type instanceof DataType.Map map) {
      // Keys are never null, and converters write only maps with required string keys as objects.
      return SchemaBuilder.map(
          build(map.key(), false, path.child("key")),
          build(
              map.value(), isOptional(map.value(), map.valueContainsNull()), path.child("value")));
    } else if (type instanceof DataType.Decimal decimal) {
      return Decimals.schema(decimal, records.decimalHandling());
    }
    return switch ((DataType.Primitive) type) {
      case BOOLEAN -> SchemaBuilder.bool();
      case BYTE -> SchemaBuilder.int8();
      case SHORT -> SchemaBuilder.int16();
      case INTEGER -> SchemaBuilder.int32();
      case LONG -> SchemaBuilder.int64();
      case FLOAT, DOUBLE -> Floats.schema((DataType.Primitive) type, records.floatHandling());
      case STRING -> SchemaBuilder.string();
      case BINARY -> Binaries.schema(records.binaryHandling());
      case DATE -> Temporals.date(records.timePrecision());
      case TIMESTAMP -> Temporals.timestamp(records.timePrecision());
      case TIMESTAMP_NTZ -> Temporals.timestampNtz(records.timePrecision());
      case VARIANT -> SchemaBuilder.string().name(JSON);
    };
  }

  // Optional, as in Delta's change data feed, so that adding or removing one stays compatible.
  private Schema metadataColumn(String name) {
    return switch (name) {
      case CHANGE_TYPE -> Schema.OPTIONAL_STRING_SCHEMA;
      case COMMIT_VERSION -> Schema.OPTIONAL_INT64_SCHEMA;
      case COMMIT_TIMESTAMP -> Temporals.timestamp(records.timePrecision()).optional().build();
      default -> throw new IllegalArgumentException("Not a metadata column: " + name);
    };
  }

  private boolean isOptional(DataType type, boolean nullable) {
    return nullable
        || records.nullability() == Nullability.OPTIONAL
        || Floats.mayBecomeNull(type, records.floatHandling());
  }

  /** The position of a type in a row. */
  private final class Path {
    /** The path in the table's column names; empty for the row itself. */
    private final String column;

    /** The schema name of a struct at this path. */
    private final String schemaName;

    /** The columns of the structs so far, by their schema names. */
    private final Map<String, String> claimed;

    Path(String column, String schemaName, Map<String, String> claimed) {
      this.column = column;
      this.schemaName = schemaName;
      this.claimed = claimed;
    }

    Path child(String name) {
      return new Path(
          column.isEmpty() ? name : column + "." + name,
          schemaName + "." + schemaNames.adjust(name),
          claimed);
    }

    String column() {
      return column;
    }

    String claimSchemaName() {
      String other = claimed.put(schemaName, column);
      if (other != null) {
        throw RecordErrors.schemaNames(table, other, column, schemaName);
      }
      return schemaName;
    }
  }
}
