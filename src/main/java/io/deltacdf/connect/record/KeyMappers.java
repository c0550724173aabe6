package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.KeyFormat;
import io.deltacdf.connect.offset.KeyForm;
import io.deltacdf.connect.record.value.FirstValues;
import io.deltacdf.connect.record.value.RowStruct;
import io.deltacdf.connect.record.value.ValueConverter;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.TypeNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Creates the key mappers of a table, one for each of its schemas. The first schema fixes the
 * schema of the keys: the key of a row must have the same bytes in every version, so a later table
 * schema that would change them is rejected.
 *
 * <p>A single key column becomes a plain value. Several key columns become a struct, or text with
 * {@code key.format=string}. With that format, a single column that is neither an integer nor a
 * string becomes text too, for sinks that accept no other keys.
 */
final class KeyMappers {
  /** The form of the keys, which the first table schema fixes. */
  private enum Form {
    PLAIN,
    TEXT,
    STRUCT
  }

  /**
   * What the first table schema fixed.
   *
   * @param columns the key columns
   * @param schema the schema of the keys
   */
  private record FixedKey(List<Field> columns, Form form, Schema schema) {}

  private final String table;
  private final RecordConfig records;
  private final ValueSchemas values;
  private final KeyTypes types;
  private @Nullable FixedKey fixed;

  KeyMappers(String table, RecordConfig records, ValueSchemas values) {
    this.table = table;
    this.records = records;
    this.values = values;
    this.types = new KeyTypes(records);
  }

  /**
   * Creates a mapper for the rows of a table schema.
   *
   * @param version the version that the schema belongs to, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID
   */
  KeyMapper create(TableSchema tableSchema, KeyColumns key, long version) {
    if (key.isEmpty()) {
      return new KeyMapper(tableSchema, key, null, null);
    }
    List<Field> columns = key.ordinals().stream().map(tableSchema.fields()::get).toList();
    if (fixed == null) {
      fixed = fix(columns);
    } else {
      check(fixed, columns, version);
    }
    return new KeyMapper(tableSchema, key, fixed.schema(), encoder(fixed));
  }

  /**
   * Returns the form of the keys in a table schema, after {@link #create} was called for it.
   *
   * @param names the configured names of the key columns
   */
  KeyForm form(List<String> names, TableSchema tableSchema, KeyColumns key) {
    FixedKey keys = fixed;
    if (key.isEmpty() || keys == null) {
      return KeyForm.NONE;
    }
    return KeyForm.of(
        names, key.ordinals().stream().map(tableSchema.fields()::get).toList(), text(keys));
  }

  /** The types are those of the first schema, which later ones must not change. */
  private String text(FixedKey keys) {
    String parts =
        IntStream.range(0, keys.columns().size())
            .mapToObj(i -> part(keys, i))
            .collect(Collectors.joining(", "));
    return switch (keys.form()) {
      case PLAIN -> parts;
      case TEXT ->
          keys.columns().size() == 1
              ? "string(" + parts + ")"
              : "string(" + parts + ") with delimiter " + records.keyDelimiter();
      case STRUCT -> "struct " + keys.schema().name() + "(" + parts + ")";
    };
  }

  private String part(FixedKey keys, int index) {
    DataType type = keys.columns().get(index).type();
    String name = KeyTypes.isInteger(type) ? "integer" : TypeNames.of(type);
    return switch (keys.form()) {
      case PLAIN -> KeyTypes.form(name, keys.schema());
      case TEXT -> types.textForm(name, type);
      case STRUCT -> {
        org.apache.kafka.connect.data.Field field = keys.schema().fields().get(index);
        yield field.name() + ": " + KeyTypes.form(name, field.schema());
      }
    };
  }

  private FixedKey fix(List<Field> columns) {
    for (Field column : columns) {
      if (!KeyTypes.isSupported(column.type())) {
        throw RecordErrors.keyTypeUnsupported(table, column.name(), TypeNames.of(column.type()));
      }
    }
    Form form = form(columns);
    Schema schema =
        switch (form) {
          case PLAIN -> types.schema(columns.get(0).type()).build();
          case TEXT -> Schema.STRING_SCHEMA;
          case STRUCT -> structSchema(columns);
        };
    return new FixedKey(columns, form, schema);
  }

  private Form form(List<Field> columns) {
    KeyFormat format = records.keyFormat();
    if (format == KeyFormat.STRUCT) {
      return Form.STRUCT;
    }
    if (columns.size() > 1) {
      return format == KeyFormat.STRING ? Form.TEXT : Form.STRUCT;
    }
    DataType type = columns.get(0).type();
    return format == KeyFormat.STRING
            && !KeyTypes.isInteger(type)
            && type != DataType.Primitive.STRING
        ? Form.TEXT
        : Form.PLAIN;
  }

  private Schema structSchema(List<Field> columns) {
    SchemaBuilder builder = SchemaBuilder.struct().name(values.keyName());
    Map<String, String> columnsByFieldName = new HashMap<>();
    for (Field column : columns) {
      String name = values.fieldName(column.name());
      String other = columnsByFieldName.put(name, column.name());
      if (other != null) {
        throw RecordErrors.keyFieldNames(table, other, column.name(), name);
      }
      builder.field(name, types.schema(column.type()).build());
    }
    return builder.build();
  }

  private void check(FixedKey fixed, List<Field> columns, long version) {
    for (int i = 0; i < columns.size(); i++) {
      Field before = fixed.columns().get(i);
      Field after = columns.get(i);
      if (!sameForm(before.type(), after.type())) {
        throw RecordErrors.keyTypeChanged(
            table, version, after.name(), TypeNames.of(before.type()), TypeNames.of(after.type()));
      }
      if (fixed.form() == Form.STRUCT
          && !values.fieldName(before.name()).equals(values.fieldName(after.name()))) {
        throw RecordErrors.keyRenamed(table, version, before.name(), after.name());
      }
    }
  }

  private static boolean sameForm(DataType before, DataType after) {
    return before.equals(after) || (KeyTypes.isInteger(before) && KeyTypes.isInteger(after));
  }

  private KeyEncoder encoder(FixedKey fixed) {
    return switch (fixed.form()) {
      case PLAIN -> plainEncoder(fixed.columns().get(0));
      case STRUCT -> structEncoder(fixed.columns(), fixed.schema());
      case TEXT -> textEncoder(fixed.columns());
    };
  }

  private KeyEncoder plainEncoder(Field column) {
    ValueConverter converter = types.converter(column.type());
    return (columns, row, size) -> Objects.requireNonNull(converter.convert(columns[0], row, size));
  }

  private KeyEncoder structEncoder(List<Field> keyColumns, Schema schema) {
    FirstValues firstValues = new FirstValues(schema);
    ValueConverter[] converters =
        keyColumns.stream()
            .map(column -> types.converter(column.type()))
            .toArray(ValueConverter[]::new);
    return (columns, row, size) -> {
      Object[] values = new Object[converters.length];
      size.addFields(converters.length + 1);
      for (int i = 0; i < converters.length; i++) {
        values[i] = converters[i].convert(columns[i], row, size);
      }
      firstValues.check(values);
      return new RowStruct(schema, values);
    };
  }

  private KeyEncoder textEncoder(List<Field> keyColumns) {
    KeyText[] texts =
        keyColumns.stream().map(column -> types.text(column.type())).toArray(KeyText[]::new);
    if (texts.length > 1) {
      return new JoinedKeyEncoder(texts, records.keyDelimiter());
    }
    return (columns, row, size) -> {
      StringBuilder key = new StringBuilder();
      texts[0].append(key, columns[0], row);
      String text = key.toString();
      size.addString(text);
      return text;
    };
  }
}
