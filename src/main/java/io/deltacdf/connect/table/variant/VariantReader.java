package io.deltacdf.connect.table.variant;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.ParquetGroups;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.Column.ArrayView;
import io.deltacdf.connect.table.column.DataType;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.variant.ImmutableMetadata;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantConverters;

/**
 * Takes variants from the columns that a file holds them in. Parquet's own converters put shredded
 * values together: they are given a row's parts as if they came from the file. Not thread-safe.
 */
public final class VariantReader implements VariantConverters.ParentConverter<VariantBuilder> {
  private final VariantGroup variant;
  private final Function<RuntimeException, DeltaCdfException> failure;
  private final int metadataField;

  /** Null where values are whole. */
  private final GroupConverter converter;

  /** Of the row before: most have the same. */
  private ByteBuffer lastMetadata;

  private ImmutableMetadata metadata;
  private VariantBuilder builder;

  /**
   * @param failure what is thrown where a value is damaged
   */
  VariantReader(VariantGroup variant, Function<RuntimeException, DeltaCdfException> failure) {
    this.variant = variant;
    this.failure = failure;
    this.metadataField = variant.file().getFieldIndex(VariantGroup.METADATA);
    this.converter =
        variant.isShredded()
            ? VariantConverters.newVariantConverter(variant.file(), bytes -> {}, this)
            : null;
  }

  /** How the file holds the variants. */
  public VariantGroup group() {
    return variant;
  }

  /**
   * The variant of a row, which is not null there, as JSON.
   *
   * @param column the group as a struct
   */
  String textAt(Column column, int row) {
    try {
      return VariantText.of(variantAt(column, row));
    } catch (RuntimeException e) {
      throw failure.apply(e);
    }
  }

  private Variant variantAt(Column column, int row) {
    byte[] metadataBytes = column.fieldAt(metadataField).bytesAt(row);
    if (converter == null) {
      int valueField = variant.file().getFieldIndex(VariantGroup.VALUE);
      return new Variant(column.fieldAt(valueField).bytesAt(row), metadataBytes);
    }
    useMetadata(ByteBuffer.wrap(metadataBytes));
    builder = new VariantBuilder(metadata);
    feed(variant.file(), converter, column, row);
    // Neither a value nor a typed value is the variant null.
    builder.appendNullIfEmpty();
    return builder.build();
  }

  private void useMetadata(ByteBuffer bytes) {
    if (!bytes.equals(lastMetadata)) {
      metadata = new ImmutableMetadata(bytes);
      lastMetadata = bytes;
    }
  }

  @Override
  public void build(Consumer<VariantBuilder> consumer) {
    consumer.accept(builder);
  }

  /** A group of {@code value} and {@code typed_value}; of {@code metadata} too, for a whole one. */
  private static void feed(GroupType group, GroupConverter converter, Column column, int row) {
    converter.start();
    for (int i = 0; i < group.getFieldCount(); i++) {
      Column part = column.fieldAt(i);
      if (!part.isNullAt(row)) {
        feedPart(group.getType(i), converter.getConverter(i), part, row);
      }
    }
    converter.end();
  }

  private static void feedPart(Type type, Converter converter, Column column, int row) {
    if (type.isPrimitive()) {
      feedPrimitive(converter.asPrimitiveConverter(), column, row);
    } else if (column.type() instanceof DataType.Array) {
      feedList(type.asGroupType(), converter.asGroupConverter(), column.arrayAt(row));
    } else {
      feedObject(type.asGroupType(), converter.asGroupConverter(), column, row);
    }
  }

  private static void feedObject(
      GroupType object, GroupConverter converter, Column column, int row) {
    converter.start();
    for (int i = 0; i < object.getFieldCount(); i++) {
      Column field = column.fieldAt(i);
      // The converter looks up the name of each field it is given, and names of fields that an
      // object lacks need not be in its metadata.
      if (!isMissing(field, row)) {
        feed(
            object.getType(i).asGroupType(),
            converter.getConverter(i).asGroupConverter(),
            field,
            row);
      }
    }
    converter.end();
  }

  private static boolean isMissing(Column field, int row) {
    int parts = ((DataType.Struct) field.type()).fields().size();
    return field.isNullAt(row)
        || IntStream.range(0, parts).allMatch(part -> field.fieldAt(part).isNullAt(row));
  }

  private static void feedList(GroupType list, GroupConverter converter, ArrayView array) {
    GroupType element = ParquetGroups.element(list).asGroupType();
    GroupConverter repeated = converter.getConverter(0).asGroupConverter();
    GroupConverter elementConverter = repeated.getConverter(0).asGroupConverter();
    converter.start();
    for (int i = 0; i < array.size(); i++) {
      repeated.start();
      if (!array.elements().isNullAt(i)) {
        feed(element, elementConverter, array.elements(), i);
      }
      repeated.end();
    }
    converter.end();
  }

  private static void feedPrimitive(PrimitiveConverter converter, Column column, int row) {
    switch ((DataType.Primitive) column.type()) {
      case BOOLEAN -> converter.addBoolean(column.booleanAt(row));
      case INTEGER -> converter.addInt(column.intAt(row));
      case LONG -> converter.addLong(column.longAt(row));
      case FLOAT -> converter.addFloat(column.floatAt(row));
      case DOUBLE -> converter.addDouble(column.doubleAt(row));
      case BINARY -> converter.addBinary(Binary.fromConstantByteArray(column.bytesAt(row)));
      default -> throw new IllegalStateException("Not a type of VariantGroup: " + column.type());
    }
  }
}
