package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;

/**
 * Finds what changes its published type in a way that consumers may silently misread. Fields are
 * told apart by their published names, as consumers do: one that is added, dropped, moved or has a
 * new name is no change of a type. Types are compared as they are published, so what a handling
 * mode hides is none either.
 */
final class UnsafeSchemaChanges {
  private final List<TypeChange> found = new ArrayList<>();

  private UnsafeSchemaChanges() {}

  /** The unsafe changes from one schema to another; empty where consumers can follow. */
  static List<TypeChange> between(RecordMapper before, RecordMapper after) {
    UnsafeSchemaChanges changes = new UnsafeSchemaChanges();
    changes.fields(
        "",
        before.published().fields(),
        before.values().rowSchema(),
        after.published().fields(),
        after.values().rowSchema());
    return List.copyOf(changes.found);
  }

  /** A schema's fields are those of the struct in their order; metadata columns may follow. */
  private void fields(
      String path, List<Field> was, Schema wasSchema, List<Field> is, Schema isSchema) {
    Map<String, Field> old = new HashMap<>();
    for (int i = 0; i < was.size(); i++) {
      old.put(wasSchema.fields().get(i).name(), was.get(i));
    }
    for (int i = 0; i < is.size(); i++) {
      String name = isSchema.fields().get(i).name();
      Field before = old.get(name);
      if (before != null) {
        type(
            path + is.get(i).name(),
            before.type(),
            wasSchema.field(name).schema(),
            is.get(i).type(),
            isSchema.field(name).schema());
      }
    }
  }

  private void type(String column, DataType was, Schema wasSchema, DataType is, Schema isSchema) {
    if (was instanceof DataType.Struct a && is instanceof DataType.Struct b) {
      fields(column + ".", a.fields(), wasSchema, b.fields(), isSchema);
    } else if (was instanceof DataType.Array a && is instanceof DataType.Array b) {
      type(
          column + ".element",
          a.element(),
          wasSchema.valueSchema(),
          b.element(),
          isSchema.valueSchema());
    } else if (was instanceof DataType.Map a && is instanceof DataType.Map b) {
      type(column + ".key", a.key(), wasSchema.keySchema(), b.key(), isSchema.keySchema());
      type(
          column + ".value", a.value(), wasSchema.valueSchema(), b.value(), isSchema.valueSchema());
    } else if (!isSafe(was, wasSchema, is, isSchema)) {
      found.add(new TypeChange(column, was, is));
    }
  }

  private static boolean isSafe(DataType was, Schema wasSchema, DataType is, Schema isSchema) {
    if (wasSchema.name() == null && isSchema.name() == null) {
      return wasSchema.type() == isSchema.type()
          ? isSafeText(was, is, wasSchema)
          : isWidening(wasSchema.type(), isSchema.type());
    }
    if (Decimal.LOGICAL_NAME.equals(wasSchema.name())
        && Decimal.LOGICAL_NAME.equals(isSchema.name())) {
      return was instanceof DataType.Decimal a
          && is instanceof DataType.Decimal b
          && a.scale() == b.scale()
          && a.precision() <= b.precision();
    }
    return wasSchema.type() == isSchema.type()
        && Objects.equals(wasSchema.name(), isSchema.name())
        && Objects.equals(wasSchema.parameters(), isSchema.parameters());
  }

  /** Text says itself what it stands for, but for the encodings of binary values. */
  private static boolean isSafeText(DataType was, DataType is, Schema schema) {
    return schema.type() != Schema.Type.STRING
        || (was == Primitive.BINARY) == (is == Primitive.BINARY);
  }

  /** What every reader takes for the same number. */
  private static boolean isWidening(Schema.Type was, Schema.Type is) {
    return switch (was) {
      case INT8, INT16 ->
          is == Schema.Type.FLOAT64
              || is == Schema.Type.INT32
              || is == Schema.Type.INT64
              || (was == Schema.Type.INT8 && is == Schema.Type.INT16);
      case INT32 -> is == Schema.Type.INT64 || is == Schema.Type.FLOAT64;
      case FLOAT32 -> is == Schema.Type.FLOAT64;
      default -> false;
    };
  }
}
