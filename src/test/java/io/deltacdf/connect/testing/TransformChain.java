package io.deltacdf.connect.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;

/**
 * The transforms and predicates that a connector's configuration names, as Connect applies them.
 */
public final class TransformChain implements AutoCloseable {
  private final List<Stage> stages = new ArrayList<>();

  private record Stage(
      Transformation<SourceRecord> transform,
      Optional<Predicate<SourceRecord>> predicate,
      boolean negate) {
    SourceRecord apply(SourceRecord record) {
      return predicate.isEmpty() || predicate.get().test(record) != negate
          ? transform.apply(record)
          : record;
    }
  }

  public TransformChain(Map<String, String> connector) {
    for (String name : connector.get("transforms").split(",")) {
      Map<String, String> options = below("transforms." + name + ".", connector);
      stages.add(
          new Stage(
              make(options),
              Optional.ofNullable(options.get("predicate"))
                  .map(predicate -> make(below("predicates." + predicate + ".", connector))),
              Boolean.parseBoolean(options.get("negate"))));
    }
  }

  /** Applies all transforms; returns empty if one of them drops the record. */
  public Optional<SourceRecord> apply(SourceRecord record) {
    SourceRecord transformed = record;
    for (Stage stage : stages) {
      if (transformed != null) {
        transformed = stage.apply(transformed);
      }
    }
    return Optional.ofNullable(transformed);
  }

  private static Map<String, String> below(String prefix, Map<String, String> options) {
    return options.entrySet().stream()
        .filter(option -> option.getKey().startsWith(prefix))
        .collect(
            Collectors.toMap(
                option -> option.getKey().substring(prefix.length()), Map.Entry::getValue));
  }

  @SuppressWarnings("unchecked") // as the configuration says
  private static <T extends Configurable> T make(Map<String, String> options) {
    try {
      T made = (T) Class.forName(options.get("type")).getConstructor().newInstance();
      made.configure(options);
      return made;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("Cannot create a " + options.get("type"), e);
    }
  }

  @Override
  public void close() {
    for (Stage stage : stages) {
      stage.transform.close();
      stage.predicate.ifPresent(Predicate::close);
    }
  }
}
