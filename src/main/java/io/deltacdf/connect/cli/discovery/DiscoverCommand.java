package io.deltacdf.connect.cli.discovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.config.discovery.DiscoveryOptions;
import io.deltacdf.connect.discovery.Candidate;
import io.deltacdf.connect.discovery.DiscoveryChecks;
import io.deltacdf.connect.discovery.Look;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.storage.Directories;
import io.deltacdf.connect.table.storage.RequestLimit;
import io.deltacdf.connect.table.storage.Storage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code delta-cdf discover}: shows which tables a configuration finds, and which it skips. */
@Command(
    name = "discover",
    description = {
      "Shows which tables a configuration with 'discovery.root' or 'discovery.unity.schemas' finds,"
          + " with their names, keys and topics, and which tables it skips, with the reasons.",
      "Lists the root or the schemas, and reads each table that it finds. The exit code is 1 if a"
          + " table is skipped or none is found. Views and tables of other formats do not count."
    },
    mixinStandardHelpOptions = true)
public final class DiscoverCommand implements Callable<Integer> {
  /** Of a command whose user waits; a worker checks a configuration for a shorter time. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static final int SKIPPED = 1;

  @Parameters(
      paramLabel = "CONNECTOR.json",
      description = "The request body {\"name\": …, \"config\": {…}}, or only the configuration.")
  private Path file;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean asJson;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description =
          "An option that replaces that of the file, such as a secret that only the worker can"
              + " read; repeatable.")
  private final Map<String, String> settings = new LinkedHashMap<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> options = new ConnectorFile(file).read();
    options.putAll(settings);
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    if (!validation.errors().isEmpty()) {
      throw new ConfigException(String.join("\n", validation.errors()));
    }
    DiscoveryConfig config =
        validation
            .discovery()
            .orElseThrow(
                () ->
                    new ConfigException(
                        file
                            + " does not set "
                            + DiscoveryOptions.ROOT
                            + " or "
                            + DiscoveryOptions.UNITY_SCHEMAS
                            + ", so that only the tables in 'tables' are published."));
    try (Storage storage =
        Storage.open(
            validation.hadoop(), RequestLimit.perSecond(validation.storeRequestsPerSecond()))) {
      Look look = DiscoveryChecks.look(validation, config, storage, LIMIT);
      PrintWriter out = spec.commandLine().getOut();
      if (asJson) {
        ObjectNode place = new ObjectMapper().createObjectNode();
        config
            .root()
            .ifPresent(
                root ->
                    place.put("root", Redaction.hide(new Directories(storage).normalize(root))));
        if (!config.schemas().isEmpty()) {
          ArrayNode schemas = place.putArray("schemas");
          config.schemas().forEach(schema -> schemas.add(schema.fullName()));
        }
        out.println(json(place, look, validation));
      } else {
        print(look, validation, out);
      }
      out.flush();
      return look.skipped().values().stream().noneMatch(Look.Skipped::isTrouble)
              && !look.tables().isEmpty()
          ? 0
          : SKIPPED;
    }
  }

  private static void print(Look look, ConfigValidation validation, PrintWriter out) {
    List<Candidate> tables = look.tables();
    if (tables.isEmpty()) {
      out.println(DiscoveryChecks.nothingToPublish(look));
      return;
    }
    String format =
        "%-"
            + width(tables, it -> it.table().name(), "TABLE")
            + "s  "
            + "%-"
            + width(tables, it -> key(it.config()), "KEY")
            + "s  "
            + "%-"
            + width(tables, it -> keyFrom(it, validation), "KEY FROM")
            + "s  "
            + "%-"
            + width(tables, it -> it.config().topic(), "TOPIC")
            + "s  %s%n";
    out.printf(format, "TABLE", "KEY", "KEY FROM", "TOPIC", "PATH");
    for (Candidate it : tables) {
      out.printf(
          format,
          it.table().name(),
          key(it.config()),
          keyFrom(it, validation),
          it.config().topic(),
          path(it));
    }
    look.skipped()
        .forEach((path, skipped) -> out.println("skipped " + path + ": " + skipped.reason()));
    int skipped = look.skipped().size();
    out.println(
        (tables.size() == 1 ? "1 table" : tables.size() + " tables") + ", " + skipped + " skipped");
  }

  private static int width(List<Candidate> tables, Function<Candidate, String> text, String title) {
    return Math.max(
        title.length(), tables.stream().mapToInt(it -> text.apply(it).length()).max().orElse(0));
  }

  private static String key(TableConfig table) {
    return table.key().isEmpty() ? "-" : String.join(",", table.key());
  }

  /** Returns where the key of a table comes from: an option, or a constraint in the catalog. */
  private static String keyFrom(Candidate it, ConfigValidation validation) {
    String own = SourceOptions.KEY.nameFor(it.table().name());
    if (validation.set().containsKey(own)) {
      return own;
    } else if (it.config().key().isEmpty()) {
      return "-";
    }
    return it.table()
        .key()
        .map(
            key ->
                switch (key.origin()) {
                  case PRIMARY_KEY -> "PRIMARY KEY";
                  case RULE -> DiscoveryOptions.KEYS.name();
                })
        .orElse(SourceOptions.KEY.name());
  }

  private static String path(Candidate table) {
    return Redaction.hide(table.config().path());
  }

  private static String json(ObjectNode result, Look look, ConfigValidation validation) {
    ArrayNode tables = result.putArray("tables");
    for (Candidate it : look.tables()) {
      ObjectNode table = tables.addObject();
      table.put("table", it.table().name());
      table.put("path", path(it));
      ArrayNode key = table.putArray("key");
      it.config().key().forEach(key::add);
      table.put("keyFrom", keyFrom(it, validation));
      table.put("topic", it.config().topic());
    }
    ArrayNode skipped = result.putArray("skipped");
    look.skipped()
        .forEach((path, why) -> skipped.addObject().put("path", path).put("reason", why.reason()));
    try {
      return new ObjectMapper().writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
