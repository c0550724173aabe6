package io.deltacdf.connect.config;

import io.deltacdf.connect.config.catalog.CatalogTableName;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The group "Tables": which tables to publish, and the options that only a single table has. */
public final class TableOptions {
  static final OptionGroup GROUP = new OptionGroup("Tables");

  /** The options that only a single table has; none of them is an option of the connector. */
  static final OptionGroup TABLE_GROUP = new OptionGroup("Table");

  public static final Option<String> TOPIC_PREFIX =
      GROUP.add(
          Option.of("topic.prefix", OptionTypes.topicName())
              .required()
              .importance(Importance.HIGH)
              .displayName("Topic prefix")
              .documentation(
                  """
                  The prefix of the names of topics and schemas. The records of a table go to the
                  topic `<topic.prefix>.<table>`, unless `tables.<name>.topic` names another one,
                  and the names of the key and value schemas start with the prefix too. If the
                  prefix of an existing connector changes, the connector continues from the stored
                  offsets, but writes to new topics.
                  """));

  public static final Option<List<String>> TABLES =
      GROUP.add(
          Option.of("tables", ListTypes.tableNames())
              .defaultValue(List.of())
              .importance(Importance.HIGH)
              .displayName("Tables")
              .documentation(
                  """
                  A comma-separated list of names for the tables to publish. Each table also needs
                  the option `tables.<name>.path`. The name is part of the topic's name and
                  identifies the table in the stored offsets, so a table that gets another name here
                  starts as a new table. The list may be empty only if `discovery.root` or
                  `discovery.unity.schemas` is set.
                  """));

  public static final Option<String> PATH =
      TABLE_GROUP.add(
          Option.of("path", CatalogTableName.pathOfTable())
              .required()
              .importance(Importance.HIGH)
              .displayName("Path")
              .documentation(
                  """
                  The location of the Delta table, which is the directory that contains
                  `_delta_log`. It is either a local path or a URI such as `s3a://bucket/table`;
                  `s3://` is read as `s3a://`. Credentials do not belong in the URI; set them with
                  `hadoop.*` options.

                  `uc://catalog.schema.table` is the name of a table in Unity Catalog, which then
                  says where the table is. It needs `unity.catalog.uri`.
                  """));

  public static final Option<String> TOPIC =
      TABLE_GROUP.add(
          Option.of("topic", OptionTypes.topicName())
              .displayName("Topic")
              .documentation(
                  """
                  The topic for the records of the table. Every table needs a topic of its own. By
                  default, the topic is `<topic.prefix>.<name>`.
                  """));

  public static final Option<Long> END_VERSION =
      TABLE_GROUP.add(
          Option.of("end.version", OptionTypes.longAtLeast(0))
              .importance(Importance.LOW)
              .displayName("End version")
              .documentation(
                  """
                  The last version of the table to publish. Nothing of the table is published after
                  this version is completed.
                  """));

  public static final Option<String> SNAPSHOT_REQUEST =
      TABLE_GROUP.add(
          Option.of("snapshot.request", OptionTypes.notBlank())
              .importance(Importance.LOW)
              .displayName("Snapshot request")
              .documentation(
                  """
                  Requests an ad hoc snapshot of a table that has been published before. The value
                  is any text that differs from the last request, such as a date or a ticket number.
                  The connector publishes all rows of the table again, as of the version of its
                  stored offset, and then continues with the changes that follow, without a gap. The
                  offset stores the text, so that each request is served only once. A table without
                  a stored offset needs no request.
                  """));

  private TableOptions() {}
}
