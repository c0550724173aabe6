package io.deltacdf.connect.table.variant;

import io.deltacdf.connect.error.DeltaCdfException;
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
import org.jspecify.annotations.Nullable;

/**
 * Reads variants from the columns in which a file stores them. Shredded variants are assembled by
 * Parquet's own converters, which receive the parts of a row as if they came from the file. Not
 * thread-safe.
 */
final class VariantReader implements VariantConverters.ParentConverter<VariantBuilder> {
  private final GroupType group;
  private final Function<RuntimeException, DeltaCdfException> failure;
  private final int metadataField;

  /** Assembles shredded variants; null if the file does not shred them. */
  private final @Nullable GroupConverter converter;

  /** The metadata of the previous row. Most rows of a file have the same. */
  private @Nullable ByteBuffer metadataBytes;

  private @Nullable ImmutableMetadata metadata;
  private VariantBuilder builder = new VariantBuilder();

  /**
   * Creates a reader.
   *
   * @param group the group that holds the variants in the file
   * @param failure makes the exception that is thrown for a damaged value
   */
  VariantReader(GroupType group, Function<RuntimeException, DeltaCdfException> failure) {
    this.group = group;
    this.failure = failure;
    this.metadataField = group.getFieldIndex(VariantGroup.METADATA);
    this.converter =
        VariantGroup.isShredded(group)
            ? VariantConverters.newVariantConverter(group, bytes -> {}, this)
            : null;
  }

  /**
   * Returns the variant of a row as JSON.
   *
   * @param column the group as a struct, which is not null in this row
   */
  String textAt(Column column, int row) {
    try {
      return VariantText.of(variantAt(column, row));
    } catch (RuntimeException e) {
      throw failure.apply(e);
    }
  }

  private Variant variantAt(Column column, int row) {
    byte[] rowMetadata = column.fieldAt(metadataField).bytesAt(row);
    if (converter == null) {
      int valueField = group.getFieldIndex(VariantGroup.VALUE);
      return new Variant(column.fieldAt(valueField).bytesAt(row), rowMetadata);
    }
    builder = new VariantBuilder(metadata(ByteBuffer.wrap(rowMetadata)));
    convert(group, converter, column, row);
    // A row with neither a value nor a typed value is the variant null.
    builder.appendNullIfEmpty();
    return builder.build();
  }

  private ImmutableMetadata metadata(ByteBuffer bytes) {
    ImmutableMetadata parsed = metadata;
    if (parsed == null || !bytes.equals(metadataBytes)) {
      parsed = new ImmutableMetadata(bytes);
      metadata = parsed;
      metadataBytes = bytes;
    }
    return parsed;
  }

  @Override
  public void build(Consumer<VariantBuilder> consumer) {
    consumer.accept(builder);
  }

  /**
   * Converts a group of {@code value} and {@code typed_value}, and of {@code metadata} at the top.
   */
  private static void convert(GroupType group, GroupConverter converter, Column column, int row) {
    converter.start();
    for (int i = 0; i < group.getFieldCount(); i++) {
      Column part = column.fieldAt(i);
      if (!part.isNullAt(row)) {
        convertPart(group.getType(i), converter.getConverter(i), part, row);
      }
    }
    converter.end();
  }

  private static void convertPart(Type type, Converter converter, Column column, int row) {
    if (type.isPrimitive()) {
      convertPrimitive(converter.asPrimitiveConverter(), column, row);
    } else if (column.type() instanceof DataType.Array) {
      convertList(type.asGroupType(), converter.asGroupConverter(), column.arrayAt(row));
    } else {
      convertObject(type.asGroupType(), converter.asGroupConverter(), column, row);
    }
  }

  private static void convertObject(
      GroupType object, GroupConverter converter, Column column, int row) {
    converter.start();
    for (int i = 0; i < object.getFieldCount(); i++) {
      Column field = column.fieldAt(i);
      // Skip the fields that this object does not have: the converter looks up the name of each
      // field in the metadata, which need not contain them.
      if (!isMissing(field, row)) {
        convert(
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

  private static void convertList(GroupType list, GroupConverter converter, ArrayView array) {
    GroupType element = VariantGroup.element(list).asGroupType();
    GroupConverter repeated = converter.getConverter(0).asGroupConverter();
    GroupConverter elementConverter = repeated.getConverter(0).asGroupConverter();
    converter.start();
    for (int i = 0; i < array.size(); i++) {
      repeated.start();
      if (!array.elements().isNullAt(i)) {
        convert(element, elementConverter, array.elements(), i);
      }
      repeated.end();
    }
    converter.end();
  }

  private static void convertPrimitive(PrimitiveConverter converter, Column column, int row) {
    switch ((DataType.Primitive) column.type()) {
      case BOOLEAN -> converter.addBoolean(column.booleanAt(row));
      case INTEGER -> converter.addInt(column.intAt(row));
      case LONG -> converter.addLong(column.longAt(row));
      case FLOAT -> converter.addFloat(column.floatAt(row));
      case DOUBLE -> converter.addDouble(column.doubleAt(row));
      case BINARY -> converter.addBinary(Binary.fromConstantByteArray(column.bytesAt(row)));
      default ->
          throw new IllegalStateException("A variant contains a column of type " + column.type());
    }
  }
}
