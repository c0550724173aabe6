package io.deltacdf.connect.cli;

import io.deltacdf.connect.DeltaSourceConnector;
import io.deltacdf.connect.cli.discovery.ConnectorFile;
import io.deltacdf.connect.config.DeltaSourceConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.ConfigValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code delta-cdf validate}: checks the configuration of a connector as a worker does. */
@Command(
    name = "validate",
    description = {
      "Checks the configuration of a connector and its tables, as the REST interface of a worker"
          + " does, and prints every error with its option. The exit code is 1 if there are"
          + " errors.",
      "Does not check what the worker itself checks (converters, transforms, topic creation), and"
          + " does not resolve references to config providers."
    },
    versionProvider = ProjectVersion.class,
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  private static final String CONNECTOR_CLASS = "connector.class";

  @Parameters(
      paramLabel = "CONNECTOR.json",
      description = "The request body {\"name\": …, \"config\": {…}}, or only the configuration.")
  private Path file;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Map<String, String> config = new ConnectorFile(file).read();
    Map<String, List<String>> errors = new LinkedHashMap<>();
    String connectorClass = config.get(CONNECTOR_CLASS);
    if (!isThisConnector(connectorClass)) {
      errors.put(
          CONNECTOR_CLASS,
          List.of(
              connectorClass == null
                  ? "Missing. The class of this connector is "
                      + DeltaSourceConnector.class.getName()
                  : "This is another connector. The class of this one is "
                      + DeltaSourceConnector.class.getName()));
    }
    for (ConfigValue value : new DeltaSourceConnector().validate(config).configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    PrintWriter err = spec.commandLine().getErr();
    DeltaSourceConfig.validate(config)
        .unknownOptions()
        .values()
        .forEach(warning -> err.println("warning: " + warning));
    print(errors);
    return errors.isEmpty() ? ExitCodes.OK : ExitCodes.USER_ERROR;
  }

  /** Connect accepts the full name, the simple name, and the latter without "Connector". */
  private static boolean isThisConnector(@Nullable String connectorClass) {
    String simple = DeltaSourceConnector.class.getSimpleName();
    return DeltaSourceConnector.class.getName().equals(connectorClass)
        || simple.equals(connectorClass)
        || simple.substring(0, simple.length() - "Connector".length()).equals(connectorClass);
  }

  private void print(Map<String, List<String>> errors) {
    PrintWriter out = spec.commandLine().getOut();
    errors.forEach(
        (option, messages) -> messages.forEach(message -> out.println(option + ": " + message)));
    int count = errors.values().stream().mapToInt(List::size).sum();
    out.println(count == 0 ? "No errors." : count == 1 ? "1 error." : count + " errors.");
    out.flush();
  }
}
