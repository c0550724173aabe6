package io.deltacdf.connect.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The topics that Connect creates for a connector: its options {@code topic.creation.*}, as
 * Connect's {@code SourceConnectorConfig} reads them. They say nothing about a topic that existed
 * before.
 */
public final class TopicCreation {
  private static final String PREFIX = "topic.creation.";
  private static final String DEFAULT = "default";

  /**
   * The options of a group of topics.
   *
   * @param prefix what the names of its options start with
   * @param policies the group's own {@code cleanup.policy}; empty if the broker's default applies
   * @param deletes whether records are deleted at some time or size, as far as the group says
   * @param partitions the number of partitions; empty if the broker's default applies
   */
  public record Group(
      String prefix, Set<String> policies, boolean deletes, OptionalInt partitions) {
    public Group {
      policies = Set.copyOf(policies);
    }

    /** Returns the full name of an option of the group. */
    public String option(String name) {
      return prefix + name;
    }
  }

  private final Map<String, String> props;

  TopicCreation(Map<String, String> props) {
    this.props = props;
  }

  /**
   * Returns the group of a topic: the first one that matches it, or else the default. Empty if
   * Connect creates no topics for this connector.
   */
  public Optional<Group> groupOf(String topic) {
    if (props.keySet().stream().noneMatch(option -> option.startsWith(PREFIX))) {
      return Optional.empty();
    }
    for (String group : list(props.get(PREFIX + "groups"))) {
      if (matches(topic, group, "include") && !matches(topic, group, "exclude")) {
        return Optional.of(group(group));
      }
    }
    return Optional.of(group(DEFAULT));
  }

  private boolean matches(String topic, String group, String option) {
    List<String> patterns = list(props.get(PREFIX + group + "." + option));
    if (patterns.isEmpty()) {
      return false;
    }
    try {
      return Pattern.compile(String.join("|", patterns)).matcher(topic).matches();
    } catch (PatternSyntaxException e) {
      // Connect refuses such a configuration.
      return false;
    }
  }

  /** A group inherits the number of partitions from the default, and no property of the topics. */
  private Group group(String name) {
    String prefix = PREFIX + name + ".";
    Set<String> policies =
        list(props.get(prefix + "cleanup.policy")).stream().collect(Collectors.toSet());
    boolean keeps =
        "-1".equals(trimmed(prefix + "retention.ms"))
            && List.of("-1", "").contains(trimmed(prefix + "retention.bytes"));
    return new Group(prefix, policies, policies.contains("delete") && !keeps, partitions(name));
  }

  private OptionalInt partitions(String group) {
    String count = trimmed(PREFIX + group + ".partitions");
    if (count.isEmpty() && !group.equals(DEFAULT)) {
      return partitions(DEFAULT);
    }
    try {
      int partitions = Integer.parseInt(count);
      return partitions > 0 ? OptionalInt.of(partitions) : OptionalInt.empty();
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  private String trimmed(String option) {
    String value = props.get(option);
    return value == null ? "" : value.trim();
  }

  private static List<String> list(@Nullable String value) {
    List<String> items = new ArrayList<>();
    if (value != null) {
      Arrays.stream(value.split(",", -1)).map(String::trim).forEach(items::add);
    }
    items.removeIf(String::isEmpty);
    return items;
  }
}
