package io.deltacdf.connect.testing.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * A column, or a part of one.
 *
 * @param leaf the kind of a leaf; null for all others
 * @param children the fields of a struct, the element of a list, the key and the value of a map
 */
record Node(Kind kind, String name, boolean isOptional, Leaf leaf, List<Node> children) {
  /** How a node is stored. */
  enum Kind {
    LEAF,
    STRUCT,
    /** A list with a group between it and its elements, which may be null. */
    LIST,
    /** A list whose repeated field is the element. */
    TWO_LEVEL_LIST,
    /** A repeated field without a list around it. */
    REPEATED,
    MAP,
    /** A map as old writers stored it. */
    OLD_MAP
  }

  private static final int MAX_DEPTH = 3;

  static Node random(Random random, String name, int depth) {
    Kind[] kinds = Kind.values();
    Kind kind =
        depth >= MAX_DEPTH || random.nextInt(5) < 2
            ? Kind.LEAF
            : kinds[random.nextInt(kinds.length)];
    boolean isOptional = kind != Kind.REPEATED && random.nextInt(3) > 0;
    List<Node> children = new ArrayList<>();
    switch (kind) {
      case LEAF -> {
        return leaf(random, name, isOptional);
      }
      case STRUCT -> {
        int fields = 1 + random.nextInt(3);
        for (int i = 0; i < fields; i++) {
          children.add(random(random, "f" + i, depth + 1));
        }
      }
      case LIST -> children.add(notRepeated(random, "element", depth + 1));
      // The name keeps readers from taking the only field of a struct as the element.
      case TWO_LEVEL_LIST -> children.add(element(random, "array", depth + 1));
      case REPEATED -> children.add(element(random, name, depth + 1));
      case MAP, OLD_MAP -> {
        children.add(key(random));
        children.add(notRepeated(random, "value", depth + 1));
      }
    }
    return new Node(kind, name, isOptional, null, children);
  }

  private static Node leaf(Random random, String name, boolean isOptional) {
    Leaf[] leaves = Leaf.values();
    return new Node(Kind.LEAF, name, isOptional, leaves[random.nextInt(leaves.length)], List.of());
  }

  private static Node key(Random random) {
    Leaf[] keys = {Leaf.INT, Leaf.LONG, Leaf.STRING, Leaf.FIXED_BYTES};
    Leaf leaf = keys[random.nextInt(keys.length)];
    Node key = new Node(Kind.LEAF, "key", false, leaf, List.of());
    if (random.nextInt(5) > 0) {
      return key;
    }
    Node part = new Node(Kind.LEAF, "part", true, leaf, List.of());
    return new Node(Kind.STRUCT, "key", false, null, List.of(part, key));
  }

  private static Node notRepeated(Random random, String name, int depth) {
    Node node = random(random, name, depth);
    return node.kind == Kind.REPEATED ? leaf(random, name, true) : node;
  }

  /** Returns an element that is itself repeated, and so never null. */
  private static Node element(Random random, String name, int depth) {
    Node node = random.nextBoolean() ? leaf(random, name, false) : random(random, name, depth);
    // Lists and maps can be the repeated field of a list, if they are marked as such.
    return node.kind == Kind.REPEATED
        ? leaf(random, name, false)
        : new Node(node.kind, name, false, node.leaf, node.children);
  }

  Node child() {
    return children.get(0);
  }

  boolean isMap() {
    return kind == Kind.MAP || kind == Kind.OLD_MAP;
  }

  boolean isList() {
    return kind == Kind.LIST || kind == Kind.TWO_LEVEL_LIST || kind == Kind.REPEATED;
  }

  Type type() {
    return type(isOptional ? Repetition.OPTIONAL : Repetition.REQUIRED);
  }

  private Type type(Repetition repetition) {
    return switch (kind) {
      case LEAF -> leaf.type(repetition, name);
      case STRUCT ->
          Types.buildGroup(repetition)
              .addFields(children.stream().map(Node::type).toArray(Type[]::new))
              .named(name);
      case LIST ->
          Types.buildGroup(repetition)
              .as(LogicalTypeAnnotation.listType())
              .addField(Types.repeatedGroup().addField(child().type()).named("list"))
              .named(name);
      case TWO_LEVEL_LIST ->
          Types.buildGroup(repetition)
              .as(LogicalTypeAnnotation.listType())
              .addField(child().type(Repetition.REPEATED))
              .named(name);
      case REPEATED -> child().type(Repetition.REPEATED);
      case MAP, OLD_MAP ->
          Types.buildGroup(repetition)
              .as(
                  kind == Kind.MAP
                      ? LogicalTypeAnnotation.mapType()
                      : LogicalTypeAnnotation.MapKeyValueTypeAnnotation.getInstance())
              .addField(
                  Types.repeatedGroup()
                      .addFields(child().type(), children.get(1).type())
                      .named(kind == Kind.MAP ? "key_value" : "map"))
              .named(name);
    };
  }

  DataType dataType() {
    return requested().type();
  }

  RequestedColumn requested() {
    List<RequestedColumn> parts = children.stream().map(Node::requested).toList();
    DataType type =
        switch (kind) {
          case LEAF -> leaf.type;
          case STRUCT ->
              new DataType.Struct(
                  parts.stream()
                      .map(part -> new Field(part.name(), part.name(), part.type(), true))
                      .toList());
          case LIST, TWO_LEVEL_LIST, REPEATED -> new DataType.Array(parts.get(0).type(), true);
          case MAP, OLD_MAP -> new DataType.Map(parts.get(0).type(), parts.get(1).type(), true);
        };
    return new RequestedColumn(name, RequestedColumn.NO_ID, type, parts, false);
  }
}
