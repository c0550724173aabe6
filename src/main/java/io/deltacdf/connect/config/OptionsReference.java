package io.deltacdf.connect.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Writes {@code docs/options.md} from the definitions of the options. */
public final class OptionsReference {
  /** Stands for a table's name. */
  private static final String NAME = "<name>";

  private static final String INTRODUCTION =
      """
      # Options

      <!-- Generated from the code by io.deltacdf.connect.config.OptionsReference; do not edit. -->

      The options of `io.deltacdf.connect.DeltaSourceConnector`, besides those of Kafka Connect
      itself (`name`, `tasks.max`, `key.converter`, `transforms`, `topic.creation.*`, …). A
      configuration is checked as a whole: every error is reported at once, on the option it
      belongs to, and the tables themselves are looked at. An unknown option under `tables.` is an
      error; any other unknown option is a warning in the worker's log.
      """;

  private static final String TABLE_INTRODUCTION =
      """

      ## Options of one table

      Where an option without the prefix exists too, that one holds for all tables that do not set
      their own.
      """;

  private OptionsReference() {}

  /** Writes the reference to the file that is named. */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("Name the file to write, such as docs/options.md");
    }
    Files.writeString(Path.of(args[0]), text());
  }

  static String text() {
    StringBuilder text = new StringBuilder(INTRODUCTION);
    ConfigDef fixed = ConfigDefs.fixed();
    for (String group : fixed.groups()) {
      text.append("\n## ").append(group).append('\n');
      append(text, inOrder(fixed.configKeys().values(), group));
      if (group.equals(TableOptions.GROUP)) {
        ConfigDef ofTable = new ConfigDef();
        TableOptions.defineOf(NAME, ofTable);
        text.append(TABLE_INTRODUCTION);
        append(text, inOrder(ofTable.configKeys().values(), ofTable.groups().get(0)));
      }
    }
    text.append("\n## ").append(StorageOptions.GROUP).append('\n');
    text.append("\n### `").append(StorageOptions.HADOOP_PREFIX).append("*`\n");
    paragraph(text, StorageOptions.HADOOP_DOC);
    return text.toString();
  }

  private static List<ConfigKey> inOrder(Collection<ConfigKey> options, String group) {
    return options.stream()
        .filter(option -> group.equals(option.group))
        .sorted(Comparator.comparingInt(option -> option.orderInGroup))
        .toList();
  }

  private static void append(StringBuilder text, List<ConfigKey> options) {
    for (ConfigKey option : options) {
      text.append("\n### `").append(option.name).append("`\n");
      paragraph(text, option.documentation);
      text.append('\n');
      item(text, "Type", option.type.name().toLowerCase(Locale.ROOT));
      item(text, "Default", defaultOf(option));
      item(text, "Valid values", String.valueOf(option.validator));
      item(text, "Importance", option.importance.name().toLowerCase(Locale.ROOT));
    }
  }

  private static String defaultOf(ConfigKey option) {
    if (!option.hasDefault()) {
      return "none: it must be set";
    } else if (option.defaultValue == null) {
      return isInherited(option) ? "the connector's" : "not set";
    }
    String value = ConfigDef.convertToString(option.defaultValue, option.type);
    return value.isEmpty() ? "empty" : "`" + value + "`";
  }

  /** Whether an option of one table has a connector-wide one that it takes its default from. */
  private static boolean isInherited(ConfigKey option) {
    return SourceOptions.inheritable().stream()
        .anyMatch(inherited -> option.name.equals(TableOptions.of(NAME, inherited)));
  }

  private static void item(StringBuilder text, String name, String value) {
    text.append("- ").append(name).append(": ").append(value).append('\n');
  }

  /** Breaks a text into lines of at most 100 characters. */
  private static void paragraph(StringBuilder text, String paragraph) {
    int column = 0;
    for (String word : paragraph.split(" ")) {
      if (column == 0 || column + 1 + word.length() > 100) {
        text.append('\n');
        column = 0;
      } else {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += word.length();
    }
    text.append('\n');
  }
}
