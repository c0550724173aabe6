package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Commits that change the schema by a metaData action only, as {@code ALTER TABLE} writes them. */
final class SchemaEdits {
  private final TestTable table;

  SchemaEdits(TestTable table) {
    this.table = table;
  }

  long addColumns(String columns) {
    List<StructField> fields = new ArrayList<>(table.schema().fields());
    fields.addAll(SchemaParser.schema(columns).fields());
    return alter("ADD COLUMNS", new StructType(fields));
  }

  long renameColumn(String name, String newName) {
    requireColumnMapping("rename");
    StructType schema =
        ColumnMappings.edit(
            table.schema(),
            name,
            field ->
                new StructField(
                    newName, field.getDataType(), field.isNullable(), field.getMetadata()));
    List<String> partitionColumns = new ArrayList<>(table.metadata().partitionColumns());
    partitionColumns.replaceAll(column -> column.equals(name) ? newName : column);
    TableMetadata before = table.metadata();
    return table
        .commit()
        .operation("RENAME COLUMN")
        .metadata(
            new TableMetadata(
                before.id(), schema, partitionColumns, before.properties(), before.createdTime()))
        .write();
  }

  long dropColumn(String name) {
    requireColumnMapping("drop");
    return alter("DROP COLUMNS", ColumnMappings.edit(table.schema(), name, field -> null));
  }

  /** Widens the type of a column; the field's metadata records the change. */
  long widenColumn(String name, String type) {
    DataType wider = SchemaParser.type(type);
    UnaryOperator<StructField> widen =
        field -> {
          List<TypeChange> changes = new ArrayList<>(field.getTypeChanges());
          changes.add(new TypeChange(field.getDataType(), wider));
          return field.withDataType(wider).withTypeChanges(changes);
        };
    return alter("CHANGE COLUMN", ColumnMappings.edit(table.schema(), name, widen));
  }

  long dropNotNull(String name) {
    UnaryOperator<StructField> nullable =
        field -> new StructField(name, field.getDataType(), true, field.getMetadata());
    return alter("CHANGE COLUMN", ColumnMappings.edit(table.schema(), name, nullable));
  }

  private long alter(String operation, StructType schema) {
    return table.commit().operation(operation).schema(schema).write();
  }

  private void requireColumnMapping(String what) {
    if (!table.metadata().columnMapping()) {
      throw new IllegalStateException(
          "Without column mapping, a writer cannot " + what + " a column");
    }
  }
}
