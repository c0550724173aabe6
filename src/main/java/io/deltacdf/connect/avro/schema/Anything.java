package io.deltacdf.connect.avro.schema;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;

/**
 * The Avro schema of values that have no Connect schema: a record with one field for each type, of
 * which one is set.
 */
public final class Anything {
  /** The fields, in their order. */
  public static final int BOOLEAN = 0;

  public static final int BYTES = 1;
  public static final int DOUBLE = 2;
  public static final int FLOAT = 3;
  public static final int INT = 4;
  public static final int LONG = 5;
  public static final int STRING = 6;
  public static final int ARRAY = 7;
  public static final int MAP = 8;

  /** The number of fields. */
  public static final int FIELDS = 9;

  static final Schema SCHEMA = schema();

  private Anything() {}

  private static Schema schema() {
    Schema anything = Schema.createRecord(AvroNames.NAMESPACE + ".Anything", null, null, false);
    List<Schema.Field> fields = new ArrayList<>();
    fields.add(optional("boolean", Schema.create(Schema.Type.BOOLEAN)));
    fields.add(optional("bytes", Schema.create(Schema.Type.BYTES)));
    fields.add(optional("double", Schema.create(Schema.Type.DOUBLE)));
    fields.add(optional("float", Schema.create(Schema.Type.FLOAT)));
    fields.add(optional("int", Schema.create(Schema.Type.INT)));
    fields.add(optional("long", Schema.create(Schema.Type.LONG)));
    fields.add(optional("string", Schema.create(Schema.Type.STRING)));
    fields.add(optional("array", Schema.createArray(anything)));
    Schema entry = Schema.createRecord(AvroNames.MAP_ENTRY, null, AvroNames.NAMESPACE, false);
    entry.setFields(
        List.of(
            new Schema.Field(AvroNames.KEY, anything, null),
            new Schema.Field(AvroNames.VALUE, anything, null)));
    fields.add(optional("map", Schema.createArray(entry)));
    anything.setFields(fields);
    return anything;
  }

  private static Schema.Field optional(String name, Schema type) {
    Schema union = Schema.createUnion(Schema.create(Schema.Type.NULL), type);
    return new Schema.Field(name, union, null, JsonProperties.NULL_VALUE);
  }
}
