package io.deltacdf.connect.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** Random schemas of every type, nullability and nesting, and values of them. */
public final class RandomConnectData {
  private static final int MAX_DEPTH = 3;
  private static final String[] TEXTS = {"", "a", "Grüße", "日本語😀", "line\nbreak \"quoted\" \\"};

  private final Random random;
  private int names;
  private boolean collectionsHaveDefaults = true;

  public RandomConnectData(long seed) {
    this.random = new Random(seed);
  }

  /** No array or map has a default; the reference reads some of them as no default. */
  public RandomConnectData withoutDefaultsOfCollections() {
    collectionsHaveDefaults = false;
    return this;
  }

  /** A struct with up to eight fields, or seldom another type. */
  public Schema schema() {
    return random.nextInt(8) == 0 ? any(0) : struct(0, false);
  }

  private Schema any(int depth) {
    boolean optional = random.nextBoolean();
    int kinds = depth < MAX_DEPTH ? 16 : 12;
    SchemaBuilder builder =
        switch (random.nextInt(kinds)) {
          case 0 -> SchemaBuilder.int8();
          case 1 -> SchemaBuilder.int16();
          case 2 -> SchemaBuilder.int32();
          case 3 -> SchemaBuilder.int64();
          case 4 -> SchemaBuilder.float32();
          case 5 -> SchemaBuilder.float64();
          case 6 -> SchemaBuilder.bool();
          case 7 -> SchemaBuilder.bytes();
          case 8 -> decimal();
          case 9 -> org.apache.kafka.connect.data.Date.builder();
          case 10 -> random.nextBoolean() ? Time.builder() : Timestamp.builder();
          case 11 -> SchemaBuilder.string();
          case 12 -> SchemaBuilder.array(any(depth + 1));
          case 13 -> SchemaBuilder.map(Schema.STRING_SCHEMA, any(depth + 1));
          case 14 -> entries(depth);
          default -> null;
        };
    if (builder == null) {
      return struct(depth + 1, optional);
    }
    if (optional) {
      builder.optional();
    }
    describe(builder);
    if (random.nextInt(4) == 0 && mayHaveDefault(builder)) {
      builder.defaultValue(value(builder.build()));
    }
    return builder.build();
  }

  private boolean mayHaveDefault(SchemaBuilder builder) {
    // Avro has no form for the default of a map that is an array of entries.
    boolean entries = String.valueOf(builder.name()).startsWith("test.Entries");
    boolean collection = builder.type() == Schema.Type.ARRAY || builder.type() == Schema.Type.MAP;
    return !entries && (collectionsHaveDefaults || !collection);
  }

  private SchemaBuilder decimal() {
    int scale = random.nextInt(10);
    SchemaBuilder builder = Decimal.builder(scale);
    if (random.nextBoolean()) {
      builder.parameter("connect.decimal.precision", String.valueOf(scale + 1 + random.nextInt(9)));
    }
    return builder;
  }

  private SchemaBuilder entries(int depth) {
    SchemaBuilder map =
        SchemaBuilder.map(
            random.nextBoolean() ? Schema.OPTIONAL_STRING_SCHEMA : Schema.INT32_SCHEMA,
            any(depth + 1));
    // Only with names, since others cannot write two maps without.
    return map.name("test.Entries" + names++);
  }

  private Schema struct(int depth, boolean optional) {
    SchemaBuilder builder = SchemaBuilder.struct();
    if (random.nextInt(5) > 0) {
      builder.name("test.space.Struct" + names++);
    }
    if (optional) {
      builder.optional();
    }
    describe(builder);
    int fields = random.nextInt(8);
    for (int i = 0; i < fields; i++) {
      builder.field("field" + i, any(depth));
    }
    return builder.build();
  }

  private void describe(SchemaBuilder builder) {
    if (random.nextInt(4) == 0) {
      builder.doc(text());
    }
    if (random.nextInt(4) == 0 && builder.version() == null) {
      builder.version(1 + random.nextInt(9));
    }
    if (random.nextInt(4) == 0) {
      builder.parameter("test.parameter", text());
      builder.parameter("avro.test", text());
    }
    if (random.nextInt(5) == 0
        && builder.name() == null
        && builder.type() != Schema.Type.STRUCT
        && builder.type() != Schema.Type.MAP) {
      builder.name("io.debezium.test.Named");
    }
  }

  /** A value of a schema; null sometimes, if it may be. */
  public Object value(Schema schema) {
    if (schema.isOptional() && random.nextInt(4) == 0) {
      return null;
    }
    String name = schema.name() == null ? "" : schema.name();
    switch (name) {
      case Decimal.LOGICAL_NAME:
        int scale = Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD));
        return new BigDecimal(new BigInteger(60, random).subtract(BigInteger.TEN), scale);
      case org.apache.kafka.connect.data.Date.LOGICAL_NAME:
        return new Date(TimeUnit.DAYS.toMillis(random.nextInt(40_000) - 20_000));
      case Time.LOGICAL_NAME:
        return new Date(random.nextInt(86_400_000));
      case Timestamp.LOGICAL_NAME:
        return new Date(random.nextLong() >> 20);
      default:
        return plainValue(schema);
    }
  }

  private Object plainValue(Schema schema) {
    return switch (schema.type()) {
      case INT8 -> (byte) random.nextInt();
      case INT16 -> (short) random.nextInt();
      case INT32 -> random.nextInt() >> random.nextInt(32);
      case INT64 -> random.nextLong() >> random.nextInt(64);
      case FLOAT32 -> random.nextFloat();
      case FLOAT64 -> random.nextDouble();
      case BOOLEAN -> random.nextBoolean();
      case STRING -> text();
      case BYTES -> bytes();
      case ARRAY -> list(schema.valueSchema());
      case MAP -> map(schema);
      case STRUCT -> struct(schema);
    };
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)].repeat(random.nextInt(4));
  }

  private Object bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return random.nextBoolean() ? bytes : ByteBuffer.wrap(bytes);
  }

  private List<Object> list(Schema element) {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(value(element));
    }
    return list;
  }

  private Map<Object, Object> map(Schema schema) {
    Map<Object, Object> map = random.nextBoolean() ? new LinkedHashMap<>() : new HashMap<>(256);
    for (int i = random.nextInt(random.nextInt(8) == 0 ? 60 : 5); i > 0; i--) {
      Object key =
          schema.keySchema().type() == Schema.Type.STRING
              ? "key" + random.nextInt(1000)
              : (Object) random.nextInt(1000);
      map.put(key, value(schema.valueSchema()));
    }
    return map;
  }

  private Struct struct(Schema schema) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      struct.put(field, value(field.schema()));
    }
    return struct;
  }
}
