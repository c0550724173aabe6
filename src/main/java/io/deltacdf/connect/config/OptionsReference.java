package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Writes {@code docs/options.md} from the declarations of the options. */
public final class OptionsReference {
  /** Stands for the name of a table. */
  private static final String NAME = "<name>";

  private static final String INTRODUCTION =
      """
      # Options

      <!-- Generated from the code by io.deltacdf.connect.config.OptionsReference; do not edit. -->

      These are the options of `io.deltacdf.connect.DeltaSourceConnector`. Kafka Connect has options
      of its own for every connector (`name`, `tasks.max`, `key.converter`, `transforms`,
      `topic.creation.*`, …). A configuration is validated as a whole: all errors are reported at
      once, each on the option that it belongs to, and the tables themselves are checked too. An
      unknown option that starts with `tables.` is an error; any other unknown option is a warning
      in the log of the worker.
      """;

  private static final String TABLE_INTRODUCTION =
      """

      ## Options of a table
      """;

  private static final String INHERITED_INTRODUCTION =
      """

      ### Options of the connector that a table can override

      The following options of the connector apply to every table that does not set them itself. An
      option that a table sets has the same type and valid values as that of the connector.

      | Option of the table | Overrides |
      |---|---|
      """;

  private OptionsReference() {}

  /** Writes the reference to the file that the only argument names. */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException(
          "Expected one argument, the file to write, such as docs/options.md");
    }
    Files.writeString(Path.of(args[0]), text());
  }

  static String text() {
    StringBuilder text = new StringBuilder(INTRODUCTION);
    ConfigDef connector = ConfigDefs.ofConnector();
    for (OptionGroup group : ConfigDefs.GROUPS) {
      text.append("\n## ").append(group.name()).append('\n');
      append(text, keys(connector, group.name()));
      if (group == TableOptions.GROUP) {
        appendTable(text);
      }
    }
    text.append("\n## ").append(StorageOptions.GROUP).append('\n');
    text.append("\n### `").append(StorageOptions.HADOOP_PREFIX).append("*`\n");
    documentation(text, StorageOptions.HADOOP_DOC);
    return text.toString();
  }

  private static void appendTable(StringBuilder text) {
    ConfigDef table = new ConfigDef();
    int order = 0;
    for (Option<?> option : TableOptions.TABLE_GROUP.options()) {
      option.defineFor(NAME, table, TableOptions.TABLE_GROUP.name(), ++order);
    }
    text.append(TABLE_INTRODUCTION);
    append(text, keys(table, TableOptions.TABLE_GROUP.name()));
    text.append(INHERITED_INTRODUCTION);
    for (Option<?> option : ConfigDefs.inheritable()) {
      text.append("| `")
          .append(option.nameFor(NAME))
          .append("` | [`")
          .append(option.name())
          .append("`](#")
          .append(option.name().replace(".", ""))
          .append(") |\n");
    }
  }

  private static List<ConfigKey> keys(ConfigDef definition, String group) {
    return definition.configKeys().values().stream()
        .filter(key -> group.equals(key.group))
        .sorted(Comparator.comparingInt(key -> key.orderInGroup))
        .toList();
  }

  private static void append(StringBuilder text, List<ConfigKey> keys) {
    for (ConfigKey key : keys) {
      text.append("\n### `").append(key.name).append("`\n");
      documentation(text, key.documentation);
      text.append('\n');
      item(text, "Type", key.type.name().toLowerCase(Locale.ROOT));
      item(text, "Default", defaultOf(key));
      item(text, "Valid values", String.valueOf(key.validator));
      item(text, "Importance", key.importance.name().toLowerCase(Locale.ROOT));
    }
  }

  private static String defaultOf(ConfigKey key) {
    if (!key.hasDefault()) {
      return "none; the option is required";
    } else if (key.defaultValue == null) {
      return "none";
    }
    String value = ConfigDef.convertToString(key.defaultValue, key.type);
    return value.isEmpty() ? "empty" : "`" + value + "`";
  }

  /** Uses another bullet than documentation, so that its lists stay separate. */
  private static void item(StringBuilder text, String name, String value) {
    text.append("* ").append(name).append(": ").append(value).append('\n');
  }

  /** Appends Markdown with its paragraphs and the items of its lists wrapped. */
  private static void documentation(StringBuilder text, String markdown) {
    text.append('\n');
    for (String line : markdown.split("\n", -1)) {
      wrap(text, line, line.startsWith("- ") ? "  " : "");
    }
  }

  /** Breaks a line into lines of at most 100 characters. */
  private static void wrap(StringBuilder text, String line, String indent) {
    int column = 0;
    for (String word : line.split(" ", -1)) {
      if (column + 1 + word.length() > 100) {
        text.append('\n').append(indent);
        column = indent.length();
      } else if (column > 0) {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += word.length();
    }
    text.append('\n');
  }
}
