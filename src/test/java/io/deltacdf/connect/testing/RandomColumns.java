package io.deltacdf.connect.testing;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random table schemas with all types, and rows of them in the form of {@link MemoryColumn}. */
public final class RandomColumns {
  private static final List<Primitive> KEYS =
      List.of(Primitive.STRING, Primitive.INTEGER, Primitive.BINARY, Primitive.DATE);
  private static final List<String> TEXTS =
      List.of("", "a", "plain text", "Zürich", "漢字", "😀", "x".repeat(200));
  private static final int MAX_ITEMS = 4;

  private final Random random;
  private final double nulls;
  private final boolean specials;

  /**
   * @param nulls the part of the values that is null where that is allowed
   * @param specials whether floating-point numbers may be NaN or infinite
   */
  public RandomColumns(Random random, double nulls, boolean specials) {
    this.random = random;
    this.nulls = nulls;
    this.specials = specials;
  }

  /** Returns a schema with a required column {@code id}, and some of any type. */
  public TableSchema schema(int depth) {
    List<Field> fields = new ArrayList<>();
    fields.add(Schemas.required("id", Primitive.LONG));
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      fields.add(field("c" + i, depth));
    }
    return Schemas.schema(fields.toArray(Field[]::new));
  }

  private Field field(String name, int depth) {
    DataType type = type(depth);
    return random.nextInt(3) == 0 ? Schemas.required(name, type) : Schemas.field(name, type);
  }

  private DataType type(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 4 -> Schemas.decimal(random.nextBoolean() ? 18 : 38, random.nextInt(10));
      case 5 -> {
        Field[] fields = new Field[1 + random.nextInt(3)];
        for (int i = 0; i < fields.length; i++) {
          fields[i] = field("f" + i, depth - 1);
        }
        yield Schemas.struct(fields);
      }
      case 6 -> new DataType.Array(type(depth - 1), random.nextBoolean());
      case 7 ->
          new DataType.Map(
              KEYS.get(random.nextInt(KEYS.size())), type(depth - 1), random.nextBoolean());
      default -> Primitive.values()[random.nextInt(Primitive.values().length)];
    };
  }

  /** Returns a row of a schema of this instance. */
  public Object[] row(TableSchema schema) {
    return values(schema.fields()).toArray();
  }

  private List<@Nullable Object> values(List<Field> fields) {
    List<@Nullable Object> row = new ArrayList<>();
    for (Field field : fields) {
      row.add(value(field.type(), field.nullable()));
    }
    return row;
  }

  private @Nullable Object value(DataType type, boolean nullable) {
    if (nullable && random.nextDouble() < nulls) {
      return null;
    }
    if (type instanceof DataType.Decimal decimal) {
      int bits = decimal.precision() > 18 ? 100 : 55;
      return new BigDecimal(new BigInteger(bits, random).subtract(BigInteger.ONE), decimal.scale());
    } else if (type instanceof DataType.Struct struct) {
      return values(struct.fields());
    } else if (type instanceof DataType.Array array) {
      List<@Nullable Object> list = new ArrayList<>();
      for (int left = random.nextInt(MAX_ITEMS); left > 0; left--) {
        list.add(value(array.element(), array.containsNull()));
      }
      return list;
    } else if (type instanceof DataType.Map map) {
      Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
      for (int left = random.nextInt(MAX_ITEMS * 5); left > 0; left--) {
        entries.put(
            java.util.Objects.requireNonNull(value(map.key(), false)),
            value(map.value(), map.valueContainsNull()));
      }
      return entries;
    }
    return primitive((Primitive) type);
  }

  private Object primitive(Primitive type) {
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case SHORT -> (short) random.nextInt();
      case INTEGER -> random.nextBoolean() ? random.nextInt() : random.nextInt(100);
      case LONG -> random.nextBoolean() ? random.nextLong() : (long) random.nextInt(100);
      case FLOAT -> specials && random.nextInt(4) == 0 ? Float.NaN : random.nextFloat();
      case DOUBLE ->
          specials && random.nextInt(4) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble();
      case STRING -> TEXTS.get(random.nextInt(TEXTS.size())) + random.nextInt(5);
      case BINARY -> {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case DATE -> random.nextInt(40_000) - 10_000;
      case TIMESTAMP, TIMESTAMP_NTZ -> random.nextLong() >> 12;
      case VARIANT -> "{\"a\":\"ö" + random.nextInt(5) + "\"}";
    };
  }
}
