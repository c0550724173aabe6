package io.deltacdf.connect.avro.schema;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** What the forms of unions, maps and named types in Avro mean. */
public final class AvroUnions {
  private AvroUnions() {}

  /** Returns the type of values that may be null, or null for all other schemas. */
  public static @Nullable Schema singleMember(Schema avro) {
    if (avro.getType() != Schema.Type.UNION || avro.getTypes().size() != 2) {
      return null;
    }
    Schema first = avro.getTypes().get(0);
    Schema second = avro.getTypes().get(1);
    if (first.getType() == Schema.Type.NULL) {
      return second;
    }
    return second.getType() == Schema.Type.NULL ? first : null;
  }

  /** Returns the field of the struct that stands for a union. */
  public static String memberName(Schema member, boolean enhanced) {
    if (!isNamed(member)) {
      return member.getType().getName();
    }
    return enhanced ? member.getFullName() : member.getName();
  }

  static boolean isNamed(Schema avro) {
    return switch (avro.getType()) {
      case RECORD, ENUM, FIXED -> true;
      default -> false;
    };
  }

  /** Returns whether a record is the entry of a map, so that an array of it is a map. */
  public static boolean isMapEntry(Schema avro) {
    return avro.getType() == Schema.Type.RECORD
        && (avro.getFullName().equals(AvroNames.NAMESPACE + "." + AvroNames.MAP_ENTRY)
            || AvroNames.MAP_ENTRY.equals(avro.getProp(AvroNames.CONNECT_INTERNAL_TYPE)))
        && avro.getFields().size() == 2
        && avro.getField(AvroNames.KEY) != null
        && avro.getField(AvroNames.VALUE) != null;
  }
}
