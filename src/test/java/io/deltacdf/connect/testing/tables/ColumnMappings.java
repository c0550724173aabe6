package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Delta's column mapping (protocol, "Column Mapping"). The metadata of each field, nested fields
 * included, has an id and a physical name. Data files use the physical names as column names and
 * the ids as Parquet field ids.
 */
final class ColumnMappings {
  static final String MODE = "delta.columnMapping.mode";
  static final String MAX_ID = "delta.columnMapping.maxColumnId";
  private static final String ID = "delta.columnMapping.id";
  private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

  private ColumnMappings() {}

  /** Returns the name of the field in files and in {@code partitionValues}. */
  static String physicalName(StructField field) {
    String name = field.getMetadata().getString(PHYSICAL_NAME);
    return name == null ? field.getName() : name;
  }

  /** Returns the field id, or null without column mapping. */
  static Integer id(StructField field) {
    Long id = field.getMetadata().getLong(ID);
    return id == null ? null : id.intValue();
  }

  /** The result of {@link #assign}: the schema with all ids, and the highest id. */
  record Assigned(StructType schema, int maxId) {}

  /**
   * Assigns the next free id to each field that has no id.
   *
   * @param uuids null if column mapping is enabled on an existing table, whose columns keep their
   *     names as physical names; otherwise physical names are {@code col-<uuid>}
   */
  static Assigned assign(StructType schema, int maxId, Supplier<UUID> uuids) {
    Assigner assigner = new Assigner(maxId, uuids);
    StructType assigned = (StructType) assigner.type(schema);
    return new Assigned(assigned, assigner.maxId);
  }

  /** Applies {@code edit} to the top-level field {@code name}; a result of null drops the field. */
  static StructType edit(StructType schema, String name, Function<StructField, StructField> edit) {
    if (schema.indexOf(name) < 0) {
      throw new IllegalArgumentException(
          "There is no column " + name + " in " + schema.fieldNames());
    }
    List<StructField> fields = new ArrayList<>();
    for (StructField field : schema.fields()) {
      StructField edited = field.getName().equals(name) ? edit.apply(field) : field;
      if (edited != null) {
        fields.add(edited);
      }
    }
    return new StructType(fields);
  }

  private static final class Assigner {
    private final Supplier<UUID> uuids;
    private int maxId;

    Assigner(int maxId, Supplier<UUID> uuids) {
      this.maxId = maxId;
      this.uuids = uuids;
    }

    DataType type(DataType type) {
      if (type instanceof StructType structType) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : structType.fields()) {
          fields.add(field(field));
        }
        return new StructType(fields);
      }
      if (type instanceof ArrayType array) {
        return new ArrayType(nested(array.getElementField()));
      }
      if (type instanceof MapType map) {
        return new MapType(nested(map.getKeyField()), nested(map.getValueField()));
      }
      return type;
    }

    private StructField nested(StructField field) {
      return field.withDataType(type(field.getDataType()));
    }

    private StructField field(StructField field) {
      FieldMetadata metadata = field.getMetadata();
      if (!metadata.contains(ID)) {
        FieldMetadata.Builder builder = FieldMetadata.builder().fromMetadata(metadata);
        builder.putLong(ID, ++maxId);
        builder.putString(PHYSICAL_NAME, uuids == null ? field.getName() : "col-" + uuids.get());
        metadata = builder.build();
      }
      return field.withNewMetadata(metadata).withDataType(type(field.getDataType()));
    }
  }
}
