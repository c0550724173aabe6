package io.deltacdf.connect.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stored form of offsets, and what is refused as one. */
class SourceOffsetCodecTest {
  private static final SourceOffset COMPLETED =
      SourceOffset.builder(41)
          .tableId(Optional.of("table-id"))
          .timestamp(OptionalLong.of(1_767_225_600_000L))
          .commitHash(Optional.of("41:0123456789abcdef"))
          .build();

  private static final SourceOffset IN_PROGRESS =
      SourceOffset.builder(42)
          .tableId(Optional.of("table-id"))
          .timestamp(OptionalLong.of(1_767_225_600_000L))
          .commitHash(Optional.of("41:0123456789abcdef"))
          .position(
              Optional.of(
                  new Position(0, VersionPhase.UPSERT, 3, "_change_data/cdc-%20a.parquet", 1234)))
          .planHash(Optional.of("0011223344556677"))
          .build();

  private static final SourceOffset IN_PARTITION =
      SourceOffset.builder(42)
          .position(Optional.of(new Position(2, VersionPhase.DELETE, 0, "part-0.parquet", -1)))
          .planHash(Optional.of("0011223344556677"))
          .build();

  private static final SourceOffset IN_SNAPSHOT =
      SourceOffset.builder(7)
          .tableId(Optional.of("table-id"))
          .timestamp(OptionalLong.of(5))
          .position(Optional.of(new Position(0, VersionPhase.READ, 0, "part-0.parquet", 0)))
          .planHash(Optional.of("0011223344556677"))
          .snapshotId(Optional.of("snapshot-id"))
          .keyIdentity(Optional.of("0123456789abcdef.0123456789abcdef"))
          .snapshotRequest(Optional.of("again, please"))
          .build();

  /** Returns an offset as Connect's offset store returns it. */
  private static Map<String, ?> stored(SourceOffset offset) {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "false"), false);
      byte[] bytes = converter.fromConnectData("offsets", null, SourceOffsetCodec.write(offset));
      @SuppressWarnings("unchecked")
      Map<String, ?> map = (Map<String, ?>) converter.toConnectData("offsets", bytes).value();
      return map;
    }
  }

  @Test
  void offsetsSurviveTheOffsetStore() {
    for (SourceOffset offset :
        new SourceOffset[] {COMPLETED, IN_PROGRESS, IN_PARTITION, IN_SNAPSHOT}) {
      assertThat((Object) stored(offset)).isEqualTo(SourceOffsetCodec.write(offset));
      assertThat(SourceOffsetCodec.read("orders", stored(offset))).isEqualTo(offset);
    }
  }

  @Test
  void writesTheFieldsOfEachForm() {
    assertThat(SourceOffsetCodec.write(COMPLETED))
        .isEqualTo(
            Map.of(
                "format",
                1L,
                "version",
                41L,
                "table_id",
                "table-id",
                "timestamp",
                1_767_225_600_000L,
                "commit_hash",
                "41:0123456789abcdef"));
    assertThat(SourceOffsetCodec.write(IN_PROGRESS))
        .isEqualTo(
            Map.of(
                "format",
                1L,
                "version",
                42L,
                "table_id",
                "table-id",
                "timestamp",
                1_767_225_600_000L,
                "commit_hash",
                "41:0123456789abcdef",
                "phase",
                "upsert",
                "file_index",
                3L,
                "file",
                "_change_data/cdc-%20a.parquet",
                "row",
                1234L,
                "plan",
                "0011223344556677"));
    assertThat(SourceOffsetCodec.write(IN_PARTITION)).containsEntry("partition", 2L).hasSize(8);
    assertThat(SourceOffsetCodec.write(IN_SNAPSHOT))
        .containsEntry("snapshot", "snapshot-id")
        .hasSize(12);
    assertThat(SourceOffsetCodec.write(IN_SNAPSHOT))
        .containsEntry("key", "0123456789abcdef.0123456789abcdef");
  }

  @Test
  void writtenMapsAreImmutable() {
    assertThatThrownBy(() -> SourceOffsetCodec.write(COMPLETED).put("version", 1L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> SourceOffsetCodec.write(IN_PROGRESS).put("version", 1L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> SourceOffsetCodec.write(IN_PROGRESS).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void readsAVersionWithoutOtherFields() {
    SourceOffset offset = SourceOffsetCodec.read("orders", Map.of("version", 41));
    assertThat(offset.isCompleted()).isTrue();
    assertThat(offset.logPosition())
        .isEqualTo(new LogPosition(41, Optional.empty(), OptionalLong.empty()));
  }

  @Test
  void readsNumbersOfAnyIntegerTypeAndAsText() {
    for (Object version : new Object[] {41, 41L, (short) 41, (byte) 41, "41"}) {
      assertThat(SourceOffsetCodec.read("orders", Map.of("version", version)).version())
          .isEqualTo(41);
    }
    assertThat(SourceOffsetCodec.read("orders", Map.of("version", -1)).version()).isEqualTo(-1);
  }

  @Test
  void readsNullFieldsAsAbsent() {
    Map<String, Object> map = new HashMap<>(Map.of("version", 41));
    map.put("table_id", null);
    map.put("phase", null);
    assertThat(SourceOffsetCodec.read("orders", map).isCompleted()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "table_id=x; has no version",
        "version=-2; 'version' is -2",
        "version=9223372036854775807; 'version' is 9223372036854775807",
        "version=4.0; 'version' must be an integer",
        "version=99999999999999999999; 'version' must be an integer",
        "version=1,phase=upsert; 'file_index' is missing",
        "version=1,phase=upsert,file_index=0,file=f,row=0; 'plan' is missing",
        "version=1,phase=upsert,file_index=-1,file=f,row=0,plan=p; 'file_index' is -1",
        "version=1,phase=upsert,file_index=2147483648,file=f,row=0,plan=p; 'file_index' is 21",
        "version=1,phase=upsert,file_index=0,file=f,row=-2,plan=p; 'row' is -2",
        "version=1,phase=upsert,file_index=0,file=f,row=0,plan=p,partition=-1; 'partition' is -1",
        "version=1,partition=1; 'phase' is missing",
        "version=-1,phase=upsert,file_index=0,file=f,row=0,plan=p; 'version' is -1",
        "version=1,phase=insert,file_index=0,file=f,row=0,plan=p; phase 'insert' is unknown",
        "version=1,phase=read,file_index=0,file=f,row=0,plan=p; 'snapshot'",
        "version=1,phase=delete,file_index=0,file=f,row=0,plan=p,snapshot=s; 'snapshot'",
        "version=1,snapshot=s; 'snapshot'",
        "version=1,format=0; 'format' is 0",
        "version=1,format=x; 'format' must be an integer",
        "format=2; has no version",
        "format=2,version=-2; 'version' is -2",
      })
  void refusesInvalidOffsets(String fields, String message) {
    Map<String, Object> map = new HashMap<>();
    for (String field : fields.split(",")) {
      map.put(field.split("=")[0], field.split("=")[1]);
    }
    assertThatThrownBy(() -> SourceOffsetCodec.read("orders", map))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_INVALID))
        .hasMessageContaining("'orders'")
        .hasMessageContaining(message)
        .hasMessageContaining("{\"version\": 41}");
  }

  @Test
  void refusesWhatItDoesNotKnowInAnOffsetThatAPersonWrote() {
    assertThat(SourceOffsetCodec.readStrictly("orders", Map.of("version", 1, "format", 1)))
        .isEqualTo(SourceOffset.builder(1).build());
    assertThatThrownBy(
            () -> SourceOffsetCodec.readStrictly("orders", Map.of("version", 1, "verison", 2)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_INVALID))
        .hasMessageContaining("unknown field 'verison'")
        .hasMessageContaining("[format, version,");
    assertThatThrownBy(
            () -> SourceOffsetCodec.readStrictly("orders", Map.of("version", 1, "format", 2)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_INVALID))
        .hasMessageContaining("format 2, but the known format is 1");
  }

  @Test
  void ignoresUnknownFieldsOfAStoredOffset() {
    assertThat(SourceOffsetCodec.read("orders", Map.of("version", 41, "colour", "blue")))
        .isEqualTo(SourceOffset.builder(41).build());
  }

  @Test
  void anUnknownFormatStandsForTheBeginningOfTheVersion() {
    SourceOffset offset =
        SourceOffsetCodec.read(
            "orders",
            Map.of("format", 2, "version", 41, "table_id", "id", "timestamp", 5, "row", "north"));

    assertThat(offset.isCompleted()).isFalse();
    assertThat(offset.logPosition())
        .isEqualTo(new LogPosition(40, Optional.of("id"), OptionalLong.of(4)));
  }

  @Test
  void refusesValuesOfOtherTypes() {
    assertThatThrownBy(() -> SourceOffsetCodec.read("orders", Map.of("version", 41.0)))
        .hasMessageContaining("must be an integer, but is '41.0'");
    assertThatThrownBy(() -> SourceOffsetCodec.read("orders", Map.of("version", 41, "table_id", 7)))
        .hasMessageContaining("must be a non-empty string, but is '7'");
    assertThatThrownBy(() -> SourceOffsetCodec.read("orders", null))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("null");
  }

  @Test
  void sourcePartitionNamesTheTable() {
    assertThat(SourceOffsetCodec.sourcePartition("orders")).isEqualTo(Map.of("table", "orders"));
    assertThat(SourceOffsetCodec.tableOf(Map.of("table", "orders"))).contains("orders");
    assertThat(SourceOffsetCodec.tableOf(Map.of("table", 7))).isEmpty();
    assertThat(SourceOffsetCodec.tableOf(Map.of("server", "orders"))).isEmpty();
    assertThat(SourceOffsetCodec.tableOf(Map.of("table", "orders", "more", "x"))).isEmpty();
    assertThat(SourceOffsetCodec.tableOf(null)).isEmpty();
  }
}
