package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes the data and cdc files of a table: splits rows by partition, names the files and maps the
 * columns.
 */
final class TableFiles {
  private final Path tableDirectory;
  private final Supplier<UUID> uuids;
  private final Consumer<FileOptions> defaults;

  TableFiles(Path tableDirectory, Supplier<UUID> uuids, Consumer<FileOptions> defaults) {
    this.tableDirectory = tableDirectory;
    this.uuids = uuids;
    this.defaults = defaults;
  }

  /** Writes data files with rows that use the names of the schema, one for each partition. */
  List<DataFile> data(
      TableMetadata metadata, List<Map<String, Object>> rows, Consumer<FileOptions> edit) {
    return split(metadata, metadata.schema(), physical(metadata.schema(), rows), "part", edit);
  }

  /** Writes data files with rows in physical form, which may contain materialized row ids. */
  List<DataFile> physicalData(TableMetadata metadata, List<Map<String, Object>> rows) {
    StructType schema = metadata.schema();
    for (String column : RowTracking.materializedColumns(metadata)) {
      schema = schema.add(column, LongType.LONG);
    }
    return split(metadata, schema, rows, "part", options -> {});
  }

  /** Writes cdc files with rows that have a {@code _change_type}, one for each partition. */
  List<DataFile> changes(
      TableMetadata metadata, List<Map<String, Object>> rows, Consumer<FileOptions> edit) {
    StructType schema = RowMapper.withChangeType(metadata.schema());
    return split(metadata, schema, physical(schema, rows), "cdc", edit);
  }

  private static List<Map<String, Object>> physical(
      StructType schema, List<Map<String, Object>> rows) {
    return Rows.map(rows, row -> RowMapper.toPhysical(schema, row));
  }

  private List<DataFile> split(
      TableMetadata metadata,
      StructType schema,
      List<Map<String, Object>> rows,
      String kind,
      Consumer<FileOptions> edit) {
    if (metadata.partitionColumns().isEmpty()) {
      return List.of(write(metadata, schema, Map.of(), rows, kind, edit));
    }
    Map<Map<String, String>, List<Map<String, Object>>> partitions = new LinkedHashMap<>();
    for (Map<String, Object> row : rows) {
      Map<String, String> values =
          PartitionValues.of(metadata.schema(), metadata.partitionColumns(), row);
      partitions.computeIfAbsent(values, none -> new ArrayList<>()).add(row);
    }
    List<DataFile> files = new ArrayList<>();
    partitions.forEach(
        (values, part) -> files.add(write(metadata, schema, values, part, kind, edit)));
    return files;
  }

  private DataFile write(
      TableMetadata metadata,
      StructType schema,
      Map<String, String> partitionValues,
      List<Map<String, Object>> rows,
      String kind,
      Consumer<FileOptions> edit) {
    FileOptions options = new FileOptions();
    defaults.accept(options);
    edit.accept(options);
    UUID uuid = uuids.get();
    String name =
        options.fileName != null
            ? options.fileName
            : String.format(
                kind.equals("cdc") ? "cdc-00000-%s.c000.%s" : "part-00000-%s-c000.%s",
                uuid,
                "snappy.parquet");
    String directory = directory(metadata, options, partitionValues, kind, uuid);
    String relative = directory.isEmpty() ? name : directory + "/" + name;
    Path location = tableDirectory.resolve(relative);
    ParquetFiles.write(
        location,
        fileSchema(metadata, schema, options),
        options.extraColumns.isEmpty() ? rows : withExtraColumns(rows, options),
        options);
    return new DataFile(
        location,
        PartitionValues.logPath(relative),
        logged(metadata, partitionValues, options),
        rows,
        size(location),
        System.currentTimeMillis(),
        options.stats);
  }

  /**
   * Returns the directory of a file. With column mapping, Spark writes files into directories with
   * names of two random characters.
   */
  private static String directory(
      TableMetadata metadata,
      FileOptions options,
      Map<String, String> partitionValues,
      String kind,
      UUID uuid) {
    if (options.directory != null) {
      return options.directory;
    }
    if (metadata.columnMapping()) {
      return uuid.toString().substring(0, 2);
    }
    String partition = PartitionValues.directory(partitionValues);
    if (!kind.equals("cdc")) {
      return partition;
    }
    return partition.isEmpty() ? "_change_data" : "_change_data/" + partition;
  }

  private static StructType fileSchema(
      TableMetadata metadata, StructType schema, FileOptions options) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : schema.fields()) {
      if (options.partitionColumnsInFile
          || !metadata.partitionColumns().contains(field.getName())) {
        fields.add(field);
      }
    }
    options.extraColumns.forEach(
        (name, column) -> fields.add(new StructField(name, column.type(), true)));
    return new StructType(fields);
  }

  private static List<Map<String, Object>> withExtraColumns(
      List<Map<String, Object>> rows, FileOptions options) {
    return Rows.map(
        rows,
        row -> {
          Map<String, Object> wider = new LinkedHashMap<>(row);
          options.extraColumns.forEach((name, column) -> wider.put(name, column.value()));
          return wider;
        });
  }

  private static Map<String, String> logged(
      TableMetadata metadata, Map<String, String> partitionValues, FileOptions options) {
    Map<String, String> logged = new LinkedHashMap<>(partitionValues);
    options.partitionValues.forEach(
        (column, text) ->
            logged.put(ColumnMappings.physicalName(metadata.schema().get(column)), text));
    return logged;
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
