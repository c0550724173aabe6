package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;

/**
 * Finds the changes of published types that consumers may silently misread. Fields are matched by
 * their published names, as consumers match them, so adding, dropping, moving or renaming a field
 * is not a change of type. Types are compared as they are published: a change that a handling mode
 * hides is safe.
 */
final class UnsafeSchemaChanges {
  private final List<TypeChange> found = new ArrayList<>();

  private UnsafeSchemaChanges() {}

  /** Returns the unsafe changes between two schemas; empty if consumers can follow. */
  static List<TypeChange> between(RecordMapper before, RecordMapper after) {
    return between(before.published(), before.values().rowSchema(), after);
  }

  /** The same for a schema that an earlier run has published, with the present options. */
  static List<TypeChange> between(TableSchema before, ValueSchemas schemas, RecordMapper after) {
    return between(before, schemas.rowSchema(before).build(), after);
  }

  private static List<TypeChange> between(
      TableSchema before, Schema beforeSchema, RecordMapper after) {
    UnsafeSchemaChanges changes = new UnsafeSchemaChanges();
    changes.compareFields(
        "", before.fields(), beforeSchema, after.published().fields(), after.values().rowSchema());
    return List.copyOf(changes.found);
  }

  /** The schemas have the fields in the order of the types; metadata columns may follow. */
  private void compareFields(
      String path, List<Field> from, Schema fromSchema, List<Field> to, Schema toSchema) {
    Map<String, Field> byName = new HashMap<>();
    for (int i = 0; i < from.size(); i++) {
      byName.put(fromSchema.fields().get(i).name(), from.get(i));
    }
    for (int i = 0; i < to.size(); i++) {
      String name = toSchema.fields().get(i).name();
      Field before = byName.get(name);
      if (before != null) {
        Field after = to.get(i);
        compareTypes(
            path + after.name(),
            before.type(),
            fromSchema.field(name).schema(),
            after.type(),
            toSchema.field(name).schema());
      }
    }
  }

  private void compareTypes(
      String path, DataType from, Schema fromSchema, DataType to, Schema toSchema) {
    if (from instanceof DataType.Struct a && to instanceof DataType.Struct b) {
      compareFields(path + ".", a.fields(), fromSchema, b.fields(), toSchema);
    } else if (from instanceof DataType.Array a && to instanceof DataType.Array b) {
      compareTypes(
          path + ".element",
          a.element(),
          fromSchema.valueSchema(),
          b.element(),
          toSchema.valueSchema());
    } else if (from instanceof DataType.Map a && to instanceof DataType.Map b) {
      compareTypes(path + ".key", a.key(), fromSchema.keySchema(), b.key(), toSchema.keySchema());
      compareTypes(
          path + ".value", a.value(), fromSchema.valueSchema(), b.value(), toSchema.valueSchema());
    } else if (!isSafe(from, fromSchema, to, toSchema)) {
      found.add(new TypeChange(path, from, to));
    }
  }

  private static boolean isSafe(DataType from, Schema fromSchema, DataType to, Schema toSchema) {
    if (fromSchema.name() == null && toSchema.name() == null) {
      return fromSchema.type() == toSchema.type()
          ? isSafeText(from, to, fromSchema)
          : isWidening(fromSchema.type(), toSchema.type());
    }
    if (Decimal.LOGICAL_NAME.equals(fromSchema.name())
        && Decimal.LOGICAL_NAME.equals(toSchema.name())) {
      return from instanceof DataType.Decimal a
          && to instanceof DataType.Decimal b
          && a.scale() == b.scale()
          && a.precision() <= b.precision();
    }
    return fromSchema.type() == toSchema.type()
        && Objects.equals(fromSchema.name(), toSchema.name())
        && Objects.equals(fromSchema.parameters(), toSchema.parameters());
  }

  /** Returns whether text keeps its meaning; that of encoded binary values has another one. */
  private static boolean isSafeText(DataType from, DataType to, Schema schema) {
    return schema.type() != Schema.Type.STRING
        || (from == Primitive.BINARY) == (to == Primitive.BINARY);
  }

  /** Returns whether consumers read the same numbers as before. */
  private static boolean isWidening(Schema.Type from, Schema.Type to) {
    return switch (from) {
      case INT8, INT16 ->
          to == Schema.Type.FLOAT64
              || to == Schema.Type.INT32
              || to == Schema.Type.INT64
              || (from == Schema.Type.INT8 && to == Schema.Type.INT16);
      case INT32 -> to == Schema.Type.INT64 || to == Schema.Type.FLOAT64;
      case FLOAT32 -> to == Schema.Type.FLOAT64;
      default -> false;
    };
  }
}
