package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.storage.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code delta-cdf describe}: describes a table and how far back its changes can be read. */
@Command(
    name = "describe",
    description = {
      "Describes a table and how far back its changes can be read: protocol and features, since"
          + " when the change data feed has been on, columns, versions, and how long they are"
          + " kept.",
      "Reads the whole log."
    },
    versionProvider = ProjectVersion.class,
    mixinStandardHelpOptions = true)
final class DescribeCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private TableArguments arguments;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean asJson;

  @Spec private CommandSpec spec;

  DescribeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    DeltaSourceConfig config = arguments.options().build();
    TableDescription description;
    try (Storage storage = TableArguments.storage(config);
        ProgressLine progress = terminal.progress("commits")) {
      DeltaTable table = TableArguments.open(config, storage);
      description = TableDescription.of(table, terminal.clock().instant(), progress);
    }
    if (asJson) {
      try (JsonLines out = new JsonLines(terminal.out())) {
        DescriptionJson.write(description, out);
      }
    } else {
      PrintWriter out = spec.commandLine().getOut();
      DescriptionText.print(description, out);
      out.flush();
    }
    return description.history().problem().isPresent() ? ExitCodes.FAILURE : ExitCodes.OK;
  }
}
