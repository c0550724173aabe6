package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StructType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The metadata of a table, as its {@code metaData} action contains it. */
public record TableMetadata(
    String id,
    StructType schema,
    List<String> partitionColumns,
    Map<String, String> properties,
    long createdTime) {
  public TableMetadata {
    partitionColumns = List.copyOf(partitionColumns);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  TableMetadata withSchema(StructType newSchema) {
    return new TableMetadata(id, newSchema, partitionColumns, properties, createdTime);
  }

  /**
   * Returns this metadata with additional or changed properties; a null value removes a property.
   */
  TableMetadata withProperties(Map<String, String> changes) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    changes.forEach(
        (name, value) -> {
          if (value == null) {
            all.remove(name);
          } else {
            all.put(name, value);
          }
        });
    return new TableMetadata(id, schema, partitionColumns, all, createdTime);
  }

  boolean isOn(String property) {
    return "true".equals(properties.get(property));
  }

  boolean columnMapping() {
    return !"none".equals(properties.getOrDefault(ColumnMappings.MODE, "none"));
  }

  ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", id);
    node.putObject("format").put("provider", "parquet").putObject("options");
    node.put("schemaString", DataTypeJsonSerDe.serializeStructType(schema));
    partitionColumns.forEach(node.putArray("partitionColumns")::add);
    properties.forEach(node.putObject("configuration")::put);
    node.put("createdTime", createdTime);
    return node;
  }
}
