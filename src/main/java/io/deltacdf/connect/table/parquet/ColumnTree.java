package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.NullColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * Matches requested columns with the schema of a file: finds the leaves to read, and how to
 * assemble the columns from them. This is the only place that knows how files store structs, lists
 * and maps, including the list layouts of old writers.
 */
final class ColumnTree {
  private final MessageType schema;
  private final Function<GroupType, VariantLayout> variants;
  private final List<LeafReader> leaves = new ArrayList<>();
  private final List<ColumnNode> columns = new ArrayList<>();

  /**
   * Matches the columns.
   *
   * @param variants tells how to read the variants that a group holds
   * @throws UnreadableColumnException if the file stores a column as a type that cannot be read as
   *     the requested one
   */
  ColumnTree(
      MessageType schema,
      List<RequestedColumn> requested,
      Function<GroupType, VariantLayout> variants) {
    this.schema = schema;
    this.variants = variants;
    for (RequestedColumn column : requested) {
      columns.add(field(new Node(schema, new String[0], Levels.ROOT), column));
    }
  }

  /** The leaves. Each must be read before the {@link #columns} are assembled. */
  List<LeafReader> leaves() {
    return leaves;
  }

  /** The requested columns in their order. */
  List<ColumnNode> columns() {
    return columns;
  }

  /** A group or leaf of the schema with its path and levels. */
  private record Node(Type type, String[] path, Levels levels) {
    Node child(Type child) {
      String[] childPath = Arrays.copyOf(path, path.length + 1);
      childPath[path.length] = child.getName();
      return new Node(child, childPath, levels.of(child));
    }

    GroupType group() {
      return type.asGroupType();
    }

    boolean isPrimitive() {
      return type.isPrimitive();
    }

    boolean isRepeated() {
      return type.isRepetition(Repetition.REPEATED);
    }

    String name() {
      return String.join(".", path);
    }
  }

  private ColumnNode field(Node struct, RequestedColumn requested) {
    Optional<Type> found = FieldLookup.find(struct.group(), requested);
    return found.isPresent()
        ? value(struct.child(found.get()), requested, struct.levels(), false)
        : missing(requested);
  }

  private static ColumnNode missing(RequestedColumn requested) {
    NullColumn column = new NullColumn(requested.type());
    return () -> column;
  }

  /**
   * Matches the values of a node.
   *
   * @param outer the levels of the parent, for repeated fields that are not in a list group
   * @param inGroup whether a group above needs the levels of the leaves
   */
  private ColumnNode value(Node node, RequestedColumn requested, Levels outer, boolean inGroup) {
    DataType type = requested.type();
    if (type instanceof DataType.Array && node.isRepeated()) {
      // A repeated field that is not in a list group: neither it nor its elements are ever null.
      return array(node, outer, node, requested);
    } else if (node.isRepeated() && !inGroup) {
      throw unreadable(node, requested);
    }
    return element(node, requested, inGroup);
  }

  /** Matches a single value of a node, which is an element of a list if the node is repeated. */
  private ColumnNode element(Node node, RequestedColumn requested, boolean inGroup) {
    DataType type = requested.type();
    if (type instanceof DataType.Array) {
      return list(node, requested);
    } else if (type instanceof DataType.Map) {
      return map(node, requested);
    } else if (type instanceof DataType.Struct) {
      return struct(node, requested);
    } else if (type == DataType.Primitive.VARIANT && !node.isPrimitive()) {
      return variant(node);
    } else if (!node.isPrimitive()) {
      throw unreadable(node, requested);
    }
    return leaf(node, requested, inGroup || node.path().length > 1);
  }

  private ColumnNode leaf(Node node, RequestedColumn requested, boolean keepsLevels) {
    PrimitiveType type = node.type().asPrimitiveType();
    ColumnReaderFactory factory =
        ColumnReaderFactory.of(
            node.name(), requested.asStored() ? withoutAnnotation(type) : type, requested.type());
    LeafReader leaf = addLeaf(node, factory, keepsLevels);
    return leaf::vector;
  }

  private static PrimitiveType withoutAnnotation(PrimitiveType type) {
    return Types.primitive(type.getPrimitiveTypeName(), type.getRepetition())
        .length(type.getTypeLength())
        .named(type.getName());
  }

  private LeafReader addLeaf(
      Node node, @Nullable ColumnReaderFactory factory, boolean keepsLevels) {
    ColumnDescriptor descriptor = schema.getColumnDescription(node.path());
    if (descriptor.getMaxDefinitionLevel() > Byte.MAX_VALUE) {
      throw new DeepNestingException(node.name(), Byte.MAX_VALUE);
    }
    LeafReader leaf =
        new LeafReader(descriptor, factory, node.levels().slotDefinition(), keepsLevels);
    leaves.add(leaf);
    return leaf;
  }

  private ColumnNode struct(Node node, RequestedColumn requested) {
    if (node.isPrimitive()) {
      throw unreadable(node, requested);
    }
    List<ColumnNode> fields = new ArrayList<>();
    List<LeafReader> first = new ArrayList<>();
    for (RequestedColumn part : requested.parts()) {
      int firstLeaf = leaves.size();
      fields.add(field(node, part));
      if (firstLeaf < leaves.size()) {
        first.add(leaves.get(firstLeaf));
      }
    }
    if (first.isEmpty()) {
      first.add(anyLeaf(node));
    }
    // The leaves of one field agree if this was checked inside the field.
    List<LeafReader> others = List.copyOf(first.subList(1, first.size()));
    return ColumnNode.struct(
        requested.type(), new GroupLevels(first.get(0), node.levels(), others), fields);
  }

  private ColumnNode variant(Node node) {
    VariantLayout layout = variants.apply(node.group());
    ColumnNode stored = struct(node, layout.stored());
    return () -> layout.toVariants().apply(stored.column());
  }

  private ColumnNode list(Node node, RequestedColumn requested) {
    Node repeated = repeatedField(node, requested);
    RequestedColumn element = requested.parts().get(0);
    Node elementNode =
        isElement(node, repeated, element) ? repeated : repeated.child(repeated.group().getType(0));
    return array(elementNode, node.levels(), repeated, requested);
  }

  private ColumnNode array(Node element, Levels levels, Node repeated, RequestedColumn requested) {
    int firstLeaf = leaves.size();
    RequestedColumn part = requested.parts().get(0);
    ColumnNode node =
        element == repeated
            ? element(element, part, true)
            : value(element, part, repeated.levels(), true);
    return ColumnNode.array(requested.type(), listLevels(repeated, levels, firstLeaf), node);
  }

  /**
   * Whether the repeated field of a list is the element itself, by the Parquet format's rules for
   * backward compatibility. Where these leave it open, the requested type decides.
   */
  private static boolean isElement(Node list, Node repeated, RequestedColumn element) {
    if (repeated.isPrimitive() || repeated.group().getFieldCount() != 1) {
      return true;
    }
    if (isListOrMap(repeated.type().getLogicalTypeAnnotation())) {
      return !(element.type() instanceof DataType.Primitive);
    }
    Type only = repeated.group().getType(0);
    String name = repeated.type().getName();
    boolean oldName = name.equals("array") || name.equals(list.type().getName() + "_tuple");
    return (oldName || only.isRepetition(Repetition.REPEATED))
        && element.type() instanceof DataType.Struct;
  }

  private static boolean isListOrMap(@Nullable LogicalTypeAnnotation annotation) {
    return annotation instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
        || annotation instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
        || annotation instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
  }

  private ColumnNode map(Node node, RequestedColumn requested) {
    Node entries = repeatedField(node, requested);
    if (entries.isPrimitive()) {
      throw unreadable(node, requested);
    }
    GroupType group = entries.group();
    Type key = group.containsField("key") ? group.getType("key") : group.getType(0);
    Optional<Type> value = group.getFields().stream().filter(field -> field != key).findFirst();
    int firstLeaf = leaves.size();
    ColumnNode keys = value(entries.child(key), requested.parts().get(0), entries.levels(), true);
    RequestedColumn requestedValue = requested.parts().get(1);
    ColumnNode values =
        value.isPresent()
            ? value(entries.child(value.get()), requestedValue, entries.levels(), true)
            : missing(requestedValue);
    return ColumnNode.map(
        requested.type(), listLevels(entries, node.levels(), firstLeaf), keys, values);
  }

  private static Node repeatedField(Node node, RequestedColumn requested) {
    if (node.isPrimitive() || node.group().getFieldCount() != 1) {
      throw unreadable(node, requested);
    }
    Node repeated = node.child(node.group().getType(0));
    if (!repeated.isRepeated()) {
      throw unreadable(node, requested);
    }
    return repeated;
  }

  /**
   * The levels of the parent of a repeated field, taken from the first of the leaves in the field.
   * The other leaves must have lists of the same sizes.
   */
  private GroupLevels listLevels(Node repeated, Levels levels, int firstLeaf) {
    LeafReader source = firstLeaf < leaves.size() ? leaves.get(firstLeaf) : anyLeaf(repeated);
    List<LeafReader> others = List.copyOf(leaves.subList(firstLeaf + 1, leaves.size()));
    return new GroupLevels(source, levels, others, repeated.levels());
  }

  /** Reads a leaf of a group for its levels, if none of the requested fields is in the file. */
  private LeafReader anyLeaf(Node group) {
    Node leaf = group;
    while (!leaf.isPrimitive()) {
      leaf = leaf.child(leaf.group().getType(0));
    }
    return addLeaf(leaf, null, true);
  }

  private static UnreadableColumnException unreadable(Node node, RequestedColumn requested) {
    return new UnreadableColumnException(node.name(), node.type(), requested.type());
  }
}
