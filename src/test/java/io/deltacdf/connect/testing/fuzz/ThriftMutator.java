package io.deltacdf.connect.testing.fuzz;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TFieldIdEnum;
import shaded.parquet.org.apache.thrift.TUnion;
import shaded.parquet.org.apache.thrift.meta_data.FieldMetaData;

/** Changes one field of a header or footer of Parquet to another value of its type. */
final class ThriftMutator {
  /** A field that has a value. */
  @SuppressWarnings("rawtypes")
  private record Slot(TBase struct, TFieldIdEnum field) {
    Object value() {
      return get(struct, field);
    }

    @SuppressWarnings("unchecked")
    void set(Object value) {
      struct.setFieldValue(field, value);
    }

    String name() {
      return struct.getClass().getSimpleName() + "." + field.getFieldName();
    }
  }

  private ThriftMutator() {}

  /** Changes a field, and returns what it did. */
  static String mutate(TBase<?, ?> struct, Random random) {
    List<Slot> slots = new ArrayList<>();
    collect(struct, slots);
    Slot slot = slots.get(random.nextInt(slots.size()));
    Object before = slot.value();
    Object after = random.nextInt(12) == 0 ? null : other(before, random);
    slot.set(after);
    return slot.name() + " from " + shortened(before) + " to " + shortened(after);
  }

  private static String shortened(Object value) {
    String text = String.valueOf(value);
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  private static Object get(TBase struct, TFieldIdEnum field) {
    return struct.isSet(field) ? struct.getFieldValue(field) : null;
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  private static void collect(TBase struct, List<Slot> slots) {
    Map<? extends TFieldIdEnum, FieldMetaData> fields =
        FieldMetaData.getStructMetaDataMap((Class) struct.getClass());
    for (TFieldIdEnum field : fields.keySet()) {
      Object value = get(struct, field);
      if (value == null) {
        continue;
      }
      if (!(struct instanceof TUnion)) {
        slots.add(new Slot(struct, field));
      }
      if (value instanceof TBase child) {
        collect(child, slots);
      } else if (value instanceof List<?> list) {
        for (Object element : list) {
          if (element instanceof TBase child) {
            collect(child, slots);
          }
        }
      }
    }
  }

  private static Object other(Object value, Random random) {
    if (value instanceof Integer number) {
      return (int) number(number, random, Integer.MIN_VALUE, Integer.MAX_VALUE);
    } else if (value instanceof Long number) {
      return number(number, random, Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (value instanceof Short number) {
      return (short) (number + 1);
    } else if (value instanceof Byte number) {
      return (byte) (number + 1);
    } else if (value instanceof Boolean flag) {
      return !flag;
    } else if (value instanceof Enum<?> constant) {
      Object[] all = constant.getDeclaringClass().getEnumConstants();
      return all[random.nextInt(all.length)];
    } else if (value instanceof String text) {
      return random.nextBoolean() ? text + "x" : "";
    } else if (value instanceof byte[] bytes) {
      return new ByteMutator().mutate(bytes, random).bytes();
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return ByteBuffer.wrap(new ByteMutator().mutate(bytes, random).bytes());
    } else if (value instanceof List<?> list) {
      return list(list, random);
    }
    return null;
  }

  private static long number(long value, Random random, long min, long max) {
    return switch (random.nextInt(10)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> 1;
      case 3 -> value + 1;
      case 4 -> value - 1;
      case 5 -> min;
      case 6 -> max;
      case 7 -> value / 2;
      case 8 -> value * 2;
      default -> random.nextInt(1_000_000_000);
    };
  }

  private static List<Object> list(List<?> list, Random random) {
    List<Object> changed = new ArrayList<>(list);
    if (changed.isEmpty()) {
      return changed;
    }
    int at = random.nextInt(changed.size());
    switch (random.nextInt(4)) {
      case 0 -> changed.remove(at);
      case 1 -> changed.add(at, changed.get(at));
      case 2 -> changed.add(changed.remove(at));
      default -> changed.clear();
    }
    return changed;
  }
}
