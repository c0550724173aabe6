package io.deltacdf.connect.config;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The group "Tables": which tables, and what holds for one of them alone. */
public final class TableOptions {
  static final String GROUP = "Tables";

  public static final String TOPIC_PREFIX = "topic.prefix";
  private static final String TOPIC_PREFIX_DOC =
      "First part of the names of topics, `<topic.prefix>.<table>`, and of the schemas of keys and"
          + " values. Changing it later starts new topics, from the stored offsets on.";

  public static final String TABLES = "tables";
  private static final String TABLES_DOC =
      "The names of the tables to publish. Each needs a `tables.<name>.path`. The name is part of"
          + " the topic's name and identifies the table in the stored offsets, so a table that is"
          + " renamed here starts anew.";

  /** What comes before a table's name in its own options. */
  public static final String TABLE_PREFIX = "tables.";

  public static final String PATH = "path";
  private static final String PATH_DOC =
      "Where the Delta table is: the directory that holds `_delta_log`, as a local path or a URI"
          + " such as `s3a://bucket/table` (`s3://` is taken for `s3a://`).";

  public static final String TOPIC = "topic";
  private static final String TOPIC_DOC =
      "The topic of the table's records. One table, one topic. Where it is not set:"
          + " `<topic.prefix>.<name>`.";

  public static final String END_VERSION = "end.version";
  private static final String END_VERSION_DOC =
      "The last version of the table to publish; nothing follows it.";

  public static final String SNAPSHOT_REQUEST = "snapshot.request";
  private static final String SNAPSHOT_REQUEST_DOC =
      "Asks for a new snapshot of the table: any text, such as a date or a ticket. The table's rows"
          + " are published again as they are at the version of its offset, then its changes go on"
          + " behind it, without gap. The text taken up last is kept in the offset, so that each"
          + " is taken up once; a table without an offset needs none.";

  /** The options that only a table has. */
  static final List<String> OWN = List.of(PATH, TOPIC, END_VERSION, SNAPSHOT_REQUEST);

  private TableOptions() {}

  /** The full name of an option of one table: {@code tables.<table>.<option>}. */
  public static String of(String table, String option) {
    return TABLE_PREFIX + table + "." + option;
  }

  static void define(ConfigDef definition) {
    new OptionGroup(definition, GROUP)
        .define(
            TOPIC_PREFIX,
            Type.STRING,
            ConfigDef.NO_DEFAULT_VALUE,
            Validators.topicName(),
            Importance.HIGH,
            "Topic prefix",
            TOPIC_PREFIX_DOC)
        .define(
            TABLES,
            Type.LIST,
            ConfigDef.NO_DEFAULT_VALUE,
            Validators.tableNames(),
            Importance.HIGH,
            "Tables",
            TABLES_DOC);
  }

  /** Defines the options of one table, those it may inherit included. */
  static void defineOf(String table, ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, "Table " + table);
    group
        .define(
            of(table, PATH),
            Type.STRING,
            ConfigDef.NO_DEFAULT_VALUE,
            Validators.path(),
            Importance.HIGH,
            "Path of " + table,
            PATH_DOC)
        .define(
            of(table, TOPIC),
            Type.STRING,
            null,
            Validators.topicName(),
            Importance.MEDIUM,
            "Topic of " + table,
            TOPIC_DOC)
        .define(
            of(table, END_VERSION),
            Type.LONG,
            null,
            Validators.atLeast(0),
            Importance.LOW,
            "End version of " + table,
            END_VERSION_DOC)
        .define(
            of(table, SNAPSHOT_REQUEST),
            Type.STRING,
            null,
            Validators.notBlank(),
            Importance.LOW,
            "Snapshot request for " + table,
            SNAPSHOT_REQUEST_DOC);
    SourceOptions.defineOf(table, group);
  }
}
