package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The table a command works on, and the options it is read with. */
final class TableArguments {
  @Parameters(
      paramLabel = "TABLE",
      description = "The table's directory, or its URI, such as s3a://bucket/table.")
  private String path;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description =
          "An option of the connector, such as hadoop.fs.s3a.endpoint=http://…; repeatable.")
  private final Map<String, String> settings = new LinkedHashMap<>();

  /** The connector's options that were given; the command adds its own. */
  ConnectorOptions options() {
    return new ConnectorOptions(path).setAll(settings);
  }

  static DeltaTable open(DeltaSourceConfig config, Storage storage) {
    TableConfig table = config.tables().get(0);
    return DeltaTables.open(table.name(), table.path(), storage);
  }
}
