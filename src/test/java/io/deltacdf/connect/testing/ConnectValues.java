package io.deltacdf.connect.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/** Random schemas of structs, with all types of Connect, and values of them. */
@SuppressWarnings("JavaUtilDate") // Connect's logical types use it.
public final class ConnectValues {
  private static final int MAX_FIELDS = 6;
  private static final int MAX_ITEMS = 3;
  private static final int DAY = 86_400_000;

  private final Random random;

  public ConnectValues(Random random) {
    this.random = random;
  }

  /** Returns a schema of a struct, which nests others up to a depth. */
  public Schema structSchema(int depth) {
    SchemaBuilder builder = SchemaBuilder.struct().name("struct" + random.nextInt(3));
    int count = random.nextInt(MAX_FIELDS + 1);
    for (int i = 0; i < count; i++) {
      builder.field("f" + i, schema(depth - 1));
    }
    return random.nextInt(3) == 0 ? builder.optional().build() : builder.build();
  }

  private Schema schema(int depth) {
    SchemaBuilder builder =
        switch (random.nextInt(depth > 0 ? 14 : 11)) {
          case 0 -> SchemaBuilder.int8();
          case 1 -> SchemaBuilder.int16();
          case 2 -> random.nextBoolean() ? SchemaBuilder.int32() : withDefault();
          case 3 -> SchemaBuilder.int64();
          case 4 -> SchemaBuilder.float32();
          case 5 -> SchemaBuilder.float64();
          case 6 -> SchemaBuilder.bool();
          case 7 -> SchemaBuilder.string();
          case 8 -> SchemaBuilder.bytes();
          case 9 -> Decimal.builder(2);
          case 10 -> Timestamp.builder();
          case 11 -> SchemaBuilder.array(schema(depth - 1));
          case 12 -> SchemaBuilder.map(Schema.STRING_SCHEMA, schema(depth - 1));
          default -> null;
        };
    if (builder == null) {
      return structSchema(depth);
    }
    return random.nextBoolean() ? builder.optional().build() : builder.build();
  }

  private static SchemaBuilder withDefault() {
    return SchemaBuilder.int32().defaultValue(7);
  }

  /** Returns a struct whose fields are null only where their schemas allow it. */
  public Struct struct(Schema schema) {
    Struct struct = new Struct(schema);
    for (Field field : schema.fields()) {
      // A field with a default may be left out, but must not be set to null.
      if (field.schema().defaultValue() == null || random.nextBoolean()) {
        struct.put(field, value(field.schema()));
      }
    }
    return struct;
  }

  private @Nullable Object value(Schema schema) {
    if (schema.isOptional() && random.nextInt(3) == 0) {
      return null;
    }
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      return new BigDecimal(BigInteger.valueOf(random.nextInt()), 2);
    } else if (Timestamp.LOGICAL_NAME.equals(schema.name())) {
      return new Date(random.nextInt(DAY));
    }
    return switch (schema.type()) {
      case INT8 -> (byte) random.nextInt();
      case INT16 -> (short) random.nextInt();
      case INT32 -> random.nextInt();
      case INT64 -> random.nextLong();
      case FLOAT32 -> random.nextFloat();
      case FLOAT64 -> random.nextDouble();
      case BOOLEAN -> random.nextBoolean();
      case STRING -> "text" + random.nextInt();
      case BYTES -> random.nextBoolean() ? bytes() : ByteBuffer.wrap(bytes());
      case ARRAY -> list(schema.valueSchema());
      case MAP -> map(schema.valueSchema());
      case STRUCT -> struct(schema);
    };
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(4)];
    random.nextBytes(bytes);
    return bytes;
  }

  private List<@Nullable Object> list(Schema elements) {
    List<@Nullable Object> list = new ArrayList<>();
    int count = random.nextInt(MAX_ITEMS + 1);
    for (int i = 0; i < count; i++) {
      list.add(value(elements));
    }
    return list;
  }

  private Map<String, @Nullable Object> map(Schema values) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    int count = random.nextInt(MAX_ITEMS + 1);
    for (int i = 0; i < count; i++) {
      map.put("key" + i, value(values));
    }
    return map;
  }
}
