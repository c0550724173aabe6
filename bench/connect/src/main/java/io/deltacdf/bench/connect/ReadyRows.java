package io.deltacdf.bench.connect;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** Rows as the Delta connector publishes those of the benchmark's tables, ready in memory. */
final class ReadyRows {
  /** The field that is the key of a record. */
  static final String KEY = "id";

  /** Enough rows that they do not stay in the processor's cache. */
  private static final int COUNT = 16_384;

  private static final List<String> STATUS =
      List.of("NEW", "ACTIVE", "SUSPENDED", "CLOSED", "PENDING", "ARCHIVED");

  private static final Schema ADDRESS =
      SchemaBuilder.struct()
          .name("bench.t1.Value.address")
          .optional()
          .field("street", Schema.OPTIONAL_STRING_SCHEMA)
          .field("city", Schema.OPTIONAL_STRING_SCHEMA)
          .field("zip", Schema.OPTIONAL_STRING_SCHEMA)
          .field("lat", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .build();

  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("bench.t1.Value")
          .field(KEY, Schema.INT64_SCHEMA)
          .field("name", Schema.OPTIONAL_STRING_SCHEMA)
          .field("email", Schema.OPTIONAL_STRING_SCHEMA)
          .field("country", Schema.OPTIONAL_STRING_SCHEMA)
          .field("status", Schema.OPTIONAL_STRING_SCHEMA)
          .field("note", Schema.OPTIONAL_STRING_SCHEMA)
          .field("amount", Decimal.builder(2).optional().build())
          .field("score", Schema.OPTIONAL_FLOAT64_SCHEMA)
          .field("event_ts", Timestamp.builder().optional().build())
          .field("birth_date", org.apache.kafka.connect.data.Date.builder().optional().build())
          .field("active", Schema.OPTIONAL_BOOLEAN_SCHEMA)
          .field("address", ADDRESS)
          .field("_change_type", Schema.STRING_SCHEMA)
          .field("_commit_version", Schema.INT64_SCHEMA)
          .field("_commit_timestamp", Timestamp.SCHEMA)
          .build();

  private ReadyRows() {}

  static List<Struct> create() {
    Random random = new Random(1);
    List<Struct> rows = new ArrayList<>(COUNT);
    for (int id = 0; id < COUNT; id++) {
      rows.add(row(id, random));
    }
    return rows;
  }

  /** The values have the lengths of those that {@code GenTables} creates. */
  private static Struct row(long id, Random random) {
    Instant time = Instant.ofEpochMilli(1_700_000_000_000L + id * 1000);
    LocalDate day = LocalDate.of(1950, 1, 1).plusDays(random.nextInt(20_000));
    Struct address =
        new Struct(ADDRESS)
            .put("street", random.nextInt(9999) + " St " + random.nextInt(500))
            .put("city", "City" + random.nextInt(5000))
            .put("zip", String.format("%05d", random.nextInt(100_000)))
            .put("lat", random.nextInt(180_000) / 1000.0 - 90);
    return new Struct(ROW)
        .put(KEY, id)
        .put("name", "Fn" + random.nextInt(4000) + " Lastname" + random.nextInt(90_000))
        .put("email", "user" + id + "@mail" + random.nextInt(40) + ".example.com")
        .put("country", String.format("C%03d", random.nextInt(200)))
        .put("status", STATUS.get(random.nextInt(STATUS.size())))
        .put("note", note(random))
        .put("amount", BigDecimal.valueOf(random.nextInt(100_000_000), 2))
        .put("score", random.nextInt(1_000_000) / 1000.0)
        .put("event_ts", Date.from(time))
        .put("birth_date", new Date(day.toEpochDay() * 86_400_000L))
        .put("active", random.nextInt(7) != 0)
        .put("address", address)
        .put("_change_type", "insert")
        .put("_commit_version", 1L)
        .put("_commit_timestamp", Date.from(time));
  }

  private static String note(Random random) {
    return String.format(
        "w%d term%d x%d order ref%d note k%d",
        random.nextInt(997),
        random.nextInt(1009),
        random.nextInt(4999),
        random.nextInt(1_000_003),
        random.nextInt(61));
  }
}
