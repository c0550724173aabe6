package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.source.KeptOffsets.Kind;
import io.deltacdf.connect.source.KeptOffsets.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Offsets that this and earlier releases have written, and offsets of releases to come. */
class KeptOffsetsTest {
  static Stream<Arguments> files() throws IOException {
    return KeptOffsets.releases().stream()
        .flatMap(
            release ->
                KeptOffsets.kinds(release).stream().map(kind -> Arguments.of(release, kind)));
  }

  @ParameterizedTest
  @MethodSource("files")
  void resumesAfterEachOffsetOfEachRelease(Path release, Kind kind) throws Exception {
    List<Line> lines = KeptOffsets.read(release, kind);
    assertThat(lines).isNotEmpty();
    for (int i = 0; i < lines.size(); i++) {
      assertThat(after(kind, lines.get(i).fields()))
          .as("after %s", lines.get(i))
          .isEqualTo(texts(lines.subList(i + 1, lines.size())));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void aRollbackIgnoresFieldsOfALaterRelease(Path release, Kind kind) throws Exception {
    List<Line> lines = KeptOffsets.read(release, kind);
    for (int i = 0; i < lines.size(); i++) {
      Map<String, Object> later = new HashMap<>(lines.get(i).fields());
      later.put("colour", "blue");
      later.put("numbers", List.of(1L, 2L));
      assertThat(after(kind, later))
          .as("after %s", lines.get(i))
          .isEqualTo(texts(lines.subList(i + 1, lines.size())));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void aRollbackPublishesAVersionOfAnUnknownFormatAgain(Path release, Kind kind) throws Exception {
    List<Line> lines = KeptOffsets.read(release, kind);
    for (Line line : lines) {
      Map<String, Object> later = new HashMap<>(line.fields());
      boolean completedSnapshot =
          kind.name().endsWith("SNAPSHOT") && !later.containsKey("snapshot");
      Object version = later.get("version");
      later.put("format", 2L);
      // Fields of a position may mean something else in another format.
      later.replace("phase", "replace");
      later.replace("row", "a");
      later.put("colour", "blue");
      assertThat(after(kind, later))
          .as("after %s", line)
          .isEqualTo(
              completedSnapshot
                  ? List.of()
                  : texts(lines).stream()
                      .dropWhile(text -> !text.startsWith(version + " "))
                      .toList());
    }
  }

  @Test
  void aReplacedOffsetOfAnUnknownFormatIsReadAgain() {
    for (Map<String, Object> later :
        List.<Map<String, Object>>of(
            Map.of("format", 2, "version", 7, "snapshot_request", "again"),
            Map.of("format", 2, "version", 7, "snapshot", "7-1", "table_id", "id"),
            Map.of("format", 2, "version", -1))) {
      assertThat(KeptOffsets.offset(SourceOffsetCodec.write(KeptOffsets.offset(later))))
          .isEqualTo(KeptOffsets.offset(later));
    }
  }

  @Test
  void theFilesHaveOffsetsOfEveryForm() throws Exception {
    for (Path release : KeptOffsets.releases()) {
      Set<Object> phases = new HashSet<>();
      Set<String> fields = new HashSet<>();
      boolean completed = false;
      for (Kind kind : KeptOffsets.kinds(release)) {
        for (Line line : KeptOffsets.read(release, kind)) {
          fields.addAll(line.fields().keySet());
          completed |= !line.fields().containsKey("phase");
          phases.add(line.fields().get("phase"));
        }
      }
      assertThat(completed).isTrue();
      assertThat(phases).contains("read", "delete", "upsert");
      assertThat(fields)
          .contains("partition", "snapshot", "snapshot_request", "plan", "table_id", "timestamp");
    }
  }

  @Test
  void theNewestReleaseHasOffsetsOfAllConfigurationsAndFields() throws Exception {
    Path newest = KeptOffsets.releases().get(KeptOffsets.releases().size() - 1);
    Set<String> fields = new HashSet<>();
    for (Kind kind : Kind.values()) {
      for (Line line : KeptOffsets.read(newest, kind)) {
        fields.addAll(line.fields().keySet());
      }
    }
    assertThat(fields).contains("keys", "columns", "transaction");
  }

  private static List<String> after(Kind kind, Map<String, ?> offset) throws InterruptedException {
    return kind.after(Optional.of(KeptOffsets.offset(offset))).stream()
        .map(KeptOffsets::text)
        .toList();
  }

  private static List<String> texts(List<Line> lines) {
    return lines.stream().map(Line::record).toList();
  }
}
