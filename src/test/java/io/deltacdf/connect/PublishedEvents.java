package io.deltacdf.connect;

import static io.deltacdf.connect.testing.Connectors.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.offset.TransactionProgress;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.TopicReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a connector with {@code provide.transaction.metadata} has published of a {@link ChurnTable},
 * in a topic of one partition.
 */
final class PublishedEvents {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A place in the events of a table: the number of an event in the commit of a version. */
  record Place(long version, long number) implements Comparable<Place> {
    static final Place START = new Place(0, 0);

    /** Returns the place of a stored offset: that of the last event before it. */
    static Place of(JsonNode offset, ChurnTable table) {
      if (offset == null || offset.get("version").asLong() == 0) {
        return START;
      }
      long version = offset.get("version").asLong();
      return new Place(
          version,
          offset.has("phase")
              ? TransactionProgress.parse(offset.get("transaction").asText()).orElseThrow().events()
              : table.changes(version).count());
    }

    Place next(ChurnTable table) {
      return version > 0 && number < table.changes(version).count()
          ? new Place(version, number + 1)
          : new Place(version + 1, 1);
    }

    @Override
    public int compareTo(Place other) {
      return version == other.version
          ? Long.compare(number, other.number)
          : Long.compare(version, other.version);
    }
  }

  /**
   * What is known before something is killed.
   *
   * @param stored the place of the stored offset
   * @param end the end of the topic; later records may repeat what is after the place
   */
  record BeforeKill(Place stored, long end) {}

  /** How often the events were repeated. */
  record Repeats(int events, int times) {}

  private record Event(Place place, long key, boolean deleted, long offset) {}

  private final ChurnTable table;
  private final List<Event> events = new ArrayList<>();
  private final Mirror mirror = new Mirror("id");

  PublishedEvents(ChurnTable table, TopicReader topic) {
    this.table = table;
    topic.forEach(this::add);
  }

  private void add(ConsumerRecord<String, String> record) {
    Place place =
        new Place(
            Long.parseLong(header(record, "delta.commit.version")),
            Long.parseLong(header(record, "delta.transaction.order")));
    long key = Long.parseLong(record.key());
    events.add(new Event(place, key, record.value() == null, record.offset()));
    mirror.accept(record);
    assertThat(table.changes(place.version()).deletedByKey())
        .as("the changes of version %d", place.version())
        .containsEntry(key, record.value() == null);
    if (record.value() != null) {
      assertThat(json(record.value()).get("n").asLong()).isEqualTo(place.version());
    }
  }

  int count() {
    return events.size();
  }

  /** Each event of each version is there once, in order, and nothing else. */
  void assertEachOnce() {
    Place last = Place.START;
    for (Event event : events) {
      assertThat(event.place()).as("offset %d", event.offset()).isEqualTo(last.next(table));
      last = event.place();
    }
    assertEnd(last);
    assertKeys();
  }

  /**
   * Nothing is missing, the order is kept, and only events after a stored offset are repeated.
   *
   * @param kills in their order
   */
  Repeats assertRepeatsAreBounded(List<BeforeKill> kills) {
    Place last = Place.START;
    Place furthest = Place.START;
    int kill = -1;
    int repeated = 0;
    int times = 0;
    for (Event event : events) {
      while (kill + 1 < kills.size() && kills.get(kill + 1).end() <= event.offset()) {
        kill++;
      }
      Place place = event.place();
      if (!place.equals(last.next(table))) {
        times++;
        assertThat(place).as("offset %d goes back", event.offset()).isLessThanOrEqualTo(last);
        assertThat(kill).as("kills before offset %d goes back", event.offset()).isNotNegative();
      }
      if (place.compareTo(furthest) <= 0) {
        repeated++;
        assertThat(place)
            .as("offset %d repeats an event after kill %d", event.offset(), kill)
            .isGreaterThan(kill < 0 ? furthest : kills.get(kill).stored());
      } else {
        furthest = place;
      }
      last = place;
    }
    assertEnd(last);
    assertKeys();
    return new Repeats(repeated, times);
  }

  private void assertEnd(Place last) {
    assertThat(last).isEqualTo(new Place(table.version(), table.changes(table.version()).count()));
    assertThat(mirror.differences(table.table())).isEmpty();
  }

  /** The keys of a version are those that its commit changed, whatever is repeated. */
  private void assertKeys() {
    Map<Place, Long> keys = new HashMap<>();
    Map<Long, Set<Long>> byVersion = new HashMap<>();
    for (Event event : events) {
      Long before = keys.putIfAbsent(event.place(), event.key());
      assertThat(before == null ? event.key() : before)
          .as("the key of %s", event.place())
          .isEqualTo(event.key());
      byVersion.computeIfAbsent(event.place().version(), v -> new HashSet<>()).add(event.key());
    }
    for (long version = 1; version <= table.version(); version++) {
      assertThat(byVersion.get(version)).isEqualTo(table.changes(version).deletedByKey().keySet());
    }
  }

  /**
   * The end of a transaction takes an offset of the topic. So there is an offset without a record
   * after each commit, and none inside of a commit that is not split.
   *
   * @param split the versions of which the log says that they are split
   */
  void assertCommitsAreTransactions(Set<Long> split) {
    for (int i = 1; i < events.size(); i++) {
      Event before = events.get(i - 1);
      Event event = events.get(i);
      boolean sameTransaction = event.offset() == before.offset() + 1;
      if (before.place().version() != event.place().version()) {
        assertThat(sameTransaction).as("the transaction goes on at %s", event.place()).isFalse();
      } else if (!split.contains(event.place().version())) {
        assertThat(sameTransaction).as("half a commit before %s", event.place()).isTrue();
      }
    }
  }

  /**
   * Each version has an END with the counts of its commit.
   *
   * @param once whether there is only one BEGIN and END of each
   */
  void assertMarkers(List<ConsumerRecord<String, String>> markers, boolean once) {
    Map<Long, Integer> begins = new HashMap<>();
    Map<Long, Integer> ends = new HashMap<>();
    markers.forEach(
        record -> {
          JsonNode marker = json(record.value());
          if (!marker.get("table").asText().equals(table.name())) {
            return;
          }
          long version = marker.get("commit_version").asLong();
          if (marker.get("status").asText().equals("BEGIN")) {
            begins.merge(version, 1, Integer::sum);
            return;
          }
          ends.merge(version, 1, Integer::sum);
          ChurnTable.Changes changes = table.changes(version);
          JsonNode counts = marker.get("data_collections").get(0);
          assertThat(marker.get("complete").asBoolean()).isTrue();
          assertThat(
                  List.of(
                      marker.get("event_count").asInt(),
                      counts.get("event_count").asInt(),
                      counts.get("create_count").asInt(),
                      counts.get("update_count").asInt(),
                      counts.get("delete_count").asInt()))
              .as("the counts of version %d", version)
              .containsExactly(
                  changes.count(),
                  changes.count(),
                  changes.creates(),
                  changes.updates(),
                  changes.deletes());
        });
    for (long version = 1; version <= table.version(); version++) {
      assertThat(List.of(begins.getOrDefault(version, 0), ends.getOrDefault(version, 0)))
          .as("the numbers of BEGIN and END of version %d", version)
          .allMatch(count -> once ? count == 1 : count >= 1);
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not JSON: " + text, e);
    }
  }
}
