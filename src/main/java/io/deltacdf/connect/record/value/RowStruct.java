package io.deltacdf.connect.record.value;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A struct that is created with all of its values. {@link Struct#put} validates each value, which
 * takes longer than reading it; here {@link FirstValues} checks once for each field that its values
 * have the type of the schema. Transforms, predicates and converters see no difference: all public
 * methods are overridden, since the superclass reads a private array that stays empty.
 *
 * <p>It is equal to each struct with the same schema and values. A plain struct says that it is
 * equal to plain structs only.
 */
public class RowStruct extends Struct {
  /** The schema that the superclass is given, so that it allocates no values. */
  private static final Schema NO_FIELDS = SchemaBuilder.struct().build();

  private final Schema schema;

  /** The values of all fields; null until they are decoded. */
  private @Nullable Object @Nullable [] values;

  /**
   * @param schema the schema of a struct
   * @param values the values of all fields in their order, of the types that the schema requires.
   *     The array belongs to the struct from now on.
   */
  public RowStruct(Schema schema, @Nullable Object[] values) {
    super(NO_FIELDS);
    this.schema = schema;
    this.values = values;
  }

  /** Creates a struct that {@linkplain #decode decodes} its values when they are needed. */
  protected RowStruct(Schema schema) {
    super(NO_FIELDS);
    this.schema = schema;
  }

  /** Returns the values of all fields, if the struct was created without them. */
  protected @Nullable Object[] decode() {
    throw new IllegalStateException("The struct has no values");
  }

  /** Tells that a caller has got a value, and may change it if its class permits that. */
  protected void handedOut(@Nullable Object value) {
    // Nothing depends on the values.
  }

  private @Nullable Object[] values() {
    @Nullable Object[] known = values;
    if (known == null) {
      known = decode();
      values = known;
    }
    return known;
  }

  private @Nullable Object handOut(int index) {
    Object value = values()[index];
    handedOut(value);
    return value;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public @Nullable Object get(String fieldName) {
    return get(lookup(fieldName));
  }

  @Override
  public @Nullable Object get(Field field) {
    Object value = handOut(field.index());
    return value == null ? field.schema().defaultValue() : value;
  }

  @Override
  public @Nullable Object getWithoutDefault(String fieldName) {
    return handOut(lookup(fieldName).index());
  }

  @Override
  public @Nullable Byte getInt8(String fieldName) {
    return (Byte) typed(fieldName, Schema.Type.INT8);
  }

  @Override
  public @Nullable Short getInt16(String fieldName) {
    return (Short) typed(fieldName, Schema.Type.INT16);
  }

  @Override
  public @Nullable Integer getInt32(String fieldName) {
    return (Integer) typed(fieldName, Schema.Type.INT32);
  }

  @Override
  public @Nullable Long getInt64(String fieldName) {
    return (Long) typed(fieldName, Schema.Type.INT64);
  }

  @Override
  public @Nullable Float getFloat32(String fieldName) {
    return (Float) typed(fieldName, Schema.Type.FLOAT32);
  }

  @Override
  public @Nullable Double getFloat64(String fieldName) {
    return (Double) typed(fieldName, Schema.Type.FLOAT64);
  }

  @Override
  public @Nullable Boolean getBoolean(String fieldName) {
    return (Boolean) typed(fieldName, Schema.Type.BOOLEAN);
  }

  @Override
  public @Nullable String getString(String fieldName) {
    return (String) typed(fieldName, Schema.Type.STRING);
  }

  @Override
  public byte @Nullable [] getBytes(String fieldName) {
    Object bytes = typed(fieldName, Schema.Type.BYTES);
    return bytes instanceof ByteBuffer buffer ? buffer.array() : (byte[]) bytes;
  }

  @Override
  @SuppressWarnings("unchecked") // As in the superclass: the caller knows the type.
  public <T> @Nullable List<T> getArray(String fieldName) {
    return (List<T>) typed(fieldName, Schema.Type.ARRAY);
  }

  @Override
  @SuppressWarnings("unchecked") // As in the superclass: the caller knows the types.
  public <K, V> @Nullable Map<K, V> getMap(String fieldName) {
    return (Map<K, V>) typed(fieldName, Schema.Type.MAP);
  }

  @Override
  public @Nullable Struct getStruct(String fieldName) {
    return (Struct) typed(fieldName, Schema.Type.STRUCT);
  }

  @Override
  public Struct put(String fieldName, @Nullable Object value) {
    return put(lookup(fieldName), value);
  }

  @Override
  public Struct put(@Nullable Field field, @Nullable Object value) {
    if (field == null) {
      throw new DataException("field cannot be null.");
    }
    ConnectSchema.validateValue(field.name(), field.schema(), value);
    values()[field.index()] = value;
    return this;
  }

  @Override
  public void validate() {
    @Nullable Object[] known = values();
    for (Field field : schema.fields()) {
      Schema fieldSchema = field.schema();
      Object value = known[field.index()];
      if (value != null || !(fieldSchema.isOptional() || fieldSchema.defaultValue() != null)) {
        ConnectSchema.validateValue(field.name(), fieldSchema, value);
      }
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Struct struct) || !schema.equals(struct.schema())) {
      return false;
    }
    @Nullable Object[] known = values();
    for (Field field : schema.fields()) {
      Object mine = known[field.index()];
      Object theirs =
          struct instanceof RowStruct row
              ? row.values()[field.index()]
              : struct.getWithoutDefault(field.name());
      // A plain struct in this one is not equal to a struct of this class, but the other way round.
      if (!Objects.deepEquals(mine, theirs)
          && !(theirs instanceof RowStruct lean && lean.equals(mine))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return Objects.hash(schema, Arrays.deepHashCode(values()));
  }

  @Override
  public String toString() {
    @Nullable Object[] known = values();
    StringBuilder text = new StringBuilder("Struct{");
    String separator = "";
    for (Field field : schema.fields()) {
      Object value = known[field.index()];
      if (value != null) {
        text.append(separator).append(field.name()).append('=').append(value);
        separator = ",";
      }
    }
    return text.append('}').toString();
  }

  private Field lookup(String fieldName) {
    Field field = schema.field(fieldName);
    if (field == null) {
      throw new DataException(fieldName + " is not a valid field name");
    }
    return field;
  }

  private @Nullable Object typed(String fieldName, Schema.Type type) {
    Field field = lookup(fieldName);
    if (field.schema().type() != type) {
      throw new DataException("Field '" + fieldName + "' is not of type " + type);
    }
    return handOut(field.index());
  }
}
