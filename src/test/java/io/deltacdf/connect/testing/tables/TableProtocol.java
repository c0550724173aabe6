package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.VariantType;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The protocol of a table.
 *
 * @param readerFeatures written for reader versions from 3
 * @param writerFeatures written for writer versions from 7
 */
public record TableProtocol(
    int readerVersion, int writerVersion, Set<String> readerFeatures, Set<String> writerFeatures) {
  /** The features that readers must support as well. */
  private static final Set<String> READER_FEATURES =
      Set.of(
          "deletionVectors",
          "columnMapping",
          "timestampNtz",
          "typeWidening",
          "variantType",
          "v2Checkpoint",
          "vacuumProtocolCheck",
          "catalogManaged");

  private static final Map<String, String> BY_PROPERTY =
      Map.of(
          "delta.enableChangeDataFeed", "changeDataFeed",
          "delta.enableDeletionVectors", "deletionVectors",
          "delta.enableRowTracking", "rowTracking",
          "delta.enableInCommitTimestamps", "inCommitTimestamp",
          "delta.enableTypeWidening", "typeWidening");

  /** Returns a protocol without feature lists, such as {@code (1, 4)}. */
  static TableProtocol legacy(int readerVersion, int writerVersion) {
    return new TableProtocol(readerVersion, writerVersion, Set.of(), Set.of());
  }

  /** Returns the features that a table with these properties and this schema needs. */
  static Set<String> neededFeatures(StructType schema, Map<String, String> properties) {
    Set<String> features = new LinkedHashSet<>();
    BY_PROPERTY.forEach(
        (property, feature) -> {
          if ("true".equals(properties.get(property))) {
            features.add(feature);
          }
        });
    if (!"none".equals(properties.getOrDefault(ColumnMappings.MODE, "none"))) {
      features.add("columnMapping");
    }
    if ("v2".equals(properties.get("delta.checkpointPolicy"))) {
      features.add("v2Checkpoint");
    }
    if (features.contains("rowTracking")) {
      features.add("domainMetadata");
    }
    addTypeFeatures(schema, features);
    return features;
  }

  private static void addTypeFeatures(DataType type, Set<String> features) {
    if (type instanceof TimestampNTZType) {
      features.add("timestampNtz");
    } else if (type instanceof VariantType) {
      features.add("variantType");
    } else if (type instanceof StructType structType) {
      for (StructField field : structType.fields()) {
        addTypeFeatures(field.getDataType(), features);
      }
    } else if (type instanceof ArrayType arrayType) {
      addTypeFeatures(arrayType.getElementType(), features);
    } else if (type instanceof MapType mapType) {
      addTypeFeatures(mapType.getKeyType(), features);
      addTypeFeatures(mapType.getValueType(), features);
    }
  }

  /**
   * Returns the table-features protocol that lists these features, and the two that Delta always
   * adds.
   */
  static TableProtocol of(Set<String> features) {
    Set<String> writer = new LinkedHashSet<>(features);
    writer.add("invariants");
    writer.add("appendOnly");
    Set<String> reader = new LinkedHashSet<>(features);
    reader.retainAll(READER_FEATURES);
    int readerVersion = reader.isEmpty() ? 1 : reader.equals(Set.of("columnMapping")) ? 2 : 3;
    return new TableProtocol(readerVersion, 7, readerVersion < 3 ? Set.of() : reader, writer);
  }

  /**
   * Returns this protocol with additional features, or this object if it has all of them. A legacy
   * protocol is never changed.
   */
  TableProtocol upgraded(Set<String> features) {
    if (writerVersion < 7 || writerFeatures.containsAll(features)) {
      return this;
    }
    Set<String> all = new LinkedHashSet<>(writerFeatures);
    all.addAll(features);
    return of(all);
  }

  ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("minReaderVersion", readerVersion).put("minWriterVersion", writerVersion);
    if (readerVersion >= 3) {
      readerFeatures.forEach(node.putArray("readerFeatures")::add);
    }
    if (writerVersion >= 7) {
      writerFeatures.forEach(node.putArray("writerFeatures")::add);
    }
    return node;
  }
}
