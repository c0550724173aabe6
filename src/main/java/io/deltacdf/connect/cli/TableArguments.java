package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.RequestLimit;
import io.deltacdf.connect.table.storage.Storage;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments that say which table to read, with which options. */
final class TableArguments {
  @Parameters(
      paramLabel = "TABLE",
      description =
          "The table's directory or URI, such as s3a://bucket/table, or its name in Unity Catalog,"
              + " uc://catalog.schema.table, with the options unity.catalog.*.")
  private String path;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description =
          "An option of the connector, such as hadoop.fs.s3a.endpoint=http://…; repeatable.")
  private final Map<String, String> settings = new LinkedHashMap<>();

  /** Returns the options of the connector that were given; the command adds its own. */
  ConnectorOptions options() {
    return new ConnectorOptions(path).setAll(settings);
  }

  /** Opens the stores of a configuration, with its limit on requests. */
  static Storage storage(DeltaSourceConfig config) {
    return Storage.open(config.hadoop(), RequestLimit.perSecond(config.storeRequestsPerSecond()));
  }

  /** Opens the table of a configuration that has one table. */
  static DeltaTable open(DeltaSourceConfig config, Storage storage) {
    return DeltaTables.open(config.tables().get(0), storage);
  }
}
