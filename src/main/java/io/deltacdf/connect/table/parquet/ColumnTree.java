package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * Matches the wanted columns with a file's schema: the leaves to read, and what becomes of them.
 */
final class ColumnTree {
  private final MessageType schema;
  private final List<LeafReader> leaves = new ArrayList<>();
  private final List<ColumnNode> columns = new ArrayList<>();

  /**
   * @throws UnreadableColumnException where a column is there in a type that cannot be read as the
   *     wanted one
   */
  ColumnTree(MessageType schema, List<RequestedColumn> wanted) {
    this.schema = schema;
    for (RequestedColumn column : wanted) {
      columns.add(field(new Place(schema, new String[0], Levels.ROOT), column));
    }
  }

  /** The leaves, each to be read before {@link #columns} are put together. */
  List<LeafReader> leaves() {
    return leaves;
  }

  /** The wanted columns in their order. */
  List<ColumnNode> columns() {
    return columns;
  }

  /** A group or leaf of the schema: its path, and its levels. */
  private record Place(Type type, String[] path, Levels levels) {
    Place child(Type child) {
      String[] childPath = Arrays.copyOf(path, path.length + 1);
      childPath[path.length] = child.getName();
      return new Place(child, childPath, levels.of(child));
    }

    GroupType group() {
      return type.asGroupType();
    }

    boolean isRepeated() {
      return type.isRepetition(Repetition.REPEATED);
    }
  }

  private ColumnNode field(Place struct, RequestedColumn wanted) {
    Optional<Type> found = FieldLookup.find(struct.group(), wanted);
    return found.isPresent()
        ? value(struct.child(found.get()), wanted, struct.levels(), false)
        : missing(wanted);
  }

  private static ColumnNode missing(RequestedColumn wanted) {
    NullColumn column = new NullColumn(wanted);
    return () -> column;
  }

  /**
   * A value at a place.
   *
   * @param outer the levels around the place, for lists that have no group of their own
   * @param inGroup whether a group above needs the levels of the leaves
   */
  private ColumnNode value(Place place, RequestedColumn wanted, Levels outer, boolean inGroup) {
    DataType type = wanted.type();
    if (type instanceof DataType.Array && place.isRepeated()) {
      // A repeated field without a list around it: never null, and its elements neither.
      return array(place, outer, place, wanted);
    } else if (place.isRepeated() && !inGroup) {
      throw unreadable(place, wanted);
    } else if (type instanceof DataType.Array) {
      return list(place, wanted);
    } else if (type instanceof DataType.Map) {
      return map(place, wanted);
    } else if (type instanceof DataType.Struct) {
      return struct(place, wanted);
    } else if (!place.type().isPrimitive()) {
      throw unreadable(place, wanted);
    }
    return leaf(place, wanted, inGroup || place.path().length > 1);
  }

  private ColumnNode leaf(Place place, RequestedColumn wanted, boolean keepsLevels) {
    PrimitiveType type = place.type().asPrimitiveType();
    ColumnReaderFactory leafType =
        ColumnReaderFactory.of(name(place), wanted.asStored() ? stored(type) : type, wanted.type());
    LeafReader leaf = addLeaf(place, leafType, keepsLevels);
    return leaf::vector;
  }

  /** The type without what its values stand for. */
  private static PrimitiveType stored(PrimitiveType type) {
    return Types.primitive(type.getPrimitiveTypeName(), type.getRepetition())
        .length(type.getTypeLength())
        .named(type.getName());
  }

  private LeafReader addLeaf(Place place, ColumnReaderFactory type, boolean keepsLevels) {
    ColumnDescriptor descriptor = schema.getColumnDescription(place.path());
    if (descriptor.getMaxDefinitionLevel() > Byte.MAX_VALUE) {
      throw new UnsupportedOperationException(
          "the column '" + name(place) + "' is nested deeper than " + Byte.MAX_VALUE + " levels");
    }
    LeafReader leaf =
        new LeafReader(descriptor, type, place.levels().slotDefinition(), keepsLevels);
    leaves.add(leaf);
    return leaf;
  }

  private ColumnNode struct(Place place, RequestedColumn wanted) {
    if (place.type().isPrimitive()) {
      throw unreadable(place, wanted);
    }
    int firstLeaf = leaves.size();
    List<ColumnNode> fields = new ArrayList<>();
    for (RequestedColumn part : wanted.parts()) {
      fields.add(field(place, part));
    }
    return ColumnNode.struct(wanted.type(), groupLevels(place, place.levels(), firstLeaf), fields);
  }

  private ColumnNode list(Place place, RequestedColumn wanted) {
    Place repeated = repeatedField(place, wanted);
    RequestedColumn element = wanted.parts().get(0);
    Place elementPlace =
        isElement(place, repeated, element)
            ? repeated
            : repeated.child(repeated.group().getType(0));
    return array(elementPlace, place.levels(), repeated, wanted);
  }

  private ColumnNode array(Place element, Levels levels, Place repeated, RequestedColumn wanted) {
    int firstLeaf = leaves.size();
    ColumnNode node = value(element, wanted.parts().get(0), repeated.levels(), true);
    return ColumnNode.array(wanted.type(), groupLevels(repeated, levels, firstLeaf), node);
  }

  /**
   * Whether the repeated field of a list is the element itself, by the rules of the Parquet format
   * for lists of old; where they leave it open, the wanted type decides.
   */
  private static boolean isElement(Place list, Place repeated, RequestedColumn element) {
    if (repeated.type().isPrimitive() || repeated.group().getFieldCount() != 1) {
      return true;
    }
    Type only = repeated.group().getType(0);
    String name = repeated.type().getName();
    boolean oldName = name.equals("array") || name.equals(list.type().getName() + "_tuple");
    return (oldName || only.isRepetition(Repetition.REPEATED))
        && element.type() instanceof DataType.Struct;
  }

  private ColumnNode map(Place place, RequestedColumn wanted) {
    Place entries = repeatedField(place, wanted);
    if (entries.type().isPrimitive()) {
      throw unreadable(place, wanted);
    }
    GroupType group = entries.group();
    Type key = group.containsField("key") ? group.getType("key") : group.getType(0);
    Optional<Type> value = group.getFields().stream().filter(field -> field != key).findFirst();
    int firstLeaf = leaves.size();
    ColumnNode keys = value(entries.child(key), wanted.parts().get(0), entries.levels(), true);
    RequestedColumn wantedValue = wanted.parts().get(1);
    ColumnNode values =
        value.isPresent()
            ? value(entries.child(value.get()), wantedValue, entries.levels(), true)
            : missing(wantedValue);
    return ColumnNode.map(
        wanted.type(), groupLevels(entries, place.levels(), firstLeaf), keys, values);
  }

  private static Place repeatedField(Place place, RequestedColumn wanted) {
    if (place.type().isPrimitive() || place.group().getFieldCount() != 1) {
      throw unreadable(place, wanted);
    }
    Place repeated = place.child(place.group().getType(0));
    if (!repeated.isRepeated()) {
      throw unreadable(place, wanted);
    }
    return repeated;
  }

  /**
   * The levels of a group, told by the first of its leaves; where none of its fields is in the
   * file, by any leaf below it.
   */
  private GroupLevels groupLevels(Place group, Levels levels, int firstLeaf) {
    LeafReader source =
        firstLeaf < leaves.size() ? leaves.get(firstLeaf) : addLeaf(anyLeaf(group), null, true);
    return new GroupLevels(source, levels);
  }

  private static Place anyLeaf(Place place) {
    Place leaf = place;
    while (!leaf.type().isPrimitive()) {
      leaf = leaf.child(leaf.group().getType(0));
    }
    return leaf;
  }

  private static UnreadableColumnException unreadable(Place place, RequestedColumn wanted) {
    return new UnreadableColumnException(name(place), place.type(), wanted.type());
  }

  private static String name(Place place) {
    return String.join(".", place.path());
  }
}
