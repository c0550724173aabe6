package io.deltacdf.connect.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.PlainRecords;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class RecordOffsetsTest {
  private static final SourceOffset COMPLETED =
      SourceOffset.builder(42).tableId(Optional.of("id")).timestamp(OptionalLong.of(17)).build();

  @Test
  void withOffsetReplacesTheOffsetAndNothingElse() {
    SourceRecord record =
        new SourceRecord(
            Map.of("table", "orders"),
            Map.of("version", 42L),
            "shop.orders",
            null,
            Schema.INT64_SCHEMA,
            1L,
            Schema.STRING_SCHEMA,
            "value",
            17L);
    record.headers().addLong("delta.commit.version", 42);

    SourceRecord finished = RecordOffsets.withOffset(record, COMPLETED);

    assertThat((Object) finished.sourceOffset()).isEqualTo(SourceOffsetCodec.write(COMPLETED));
    assertThat(PlainRecords.of(finished))
        .isEqualTo(
            new SourceRecord(
                record.sourcePartition(),
                SourceOffsetCodec.write(COMPLETED),
                "shop.orders",
                null,
                Schema.INT64_SCHEMA,
                1L,
                Schema.STRING_SCHEMA,
                "value",
                17L,
                record.headers()));
    assertThat(finished.headers()).isEqualTo(record.headers());
  }
}
