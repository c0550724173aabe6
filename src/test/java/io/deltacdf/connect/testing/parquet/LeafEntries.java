package io.deltacdf.connect.testing.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;

/** The entries of a leaf: their levels, and the values of those that have one. */
final class LeafEntries {
  final ColumnDescriptor column;
  final Leaf leaf;
  final List<Integer> repetitions = new ArrayList<>();
  final List<Integer> definitions = new ArrayList<>();
  final List<Object> values = new ArrayList<>();

  private LeafEntries(ColumnDescriptor column, Leaf leaf) {
    this.column = column;
    this.leaf = leaf;
  }

  /** Shreds rows as Dremel does. */
  static List<LeafEntries> of(
      List<Node> columns, List<ColumnDescriptor> descriptors, List<List<Object>> rows) {
    List<LeafEntries> leaves = new ArrayList<>();
    for (Node column : columns) {
      collect(column, descriptors, leaves);
    }
    for (List<Object> row : rows) {
      int first = 0;
      for (int i = 0; i < columns.size(); i++) {
        first = shred(columns.get(i), row.get(i), 0, 0, 0, leaves, first);
      }
    }
    return leaves;
  }

  private static void collect(
      Node node, List<ColumnDescriptor> descriptors, List<LeafEntries> leaves) {
    if (node.leaf() != null) {
      leaves.add(new LeafEntries(descriptors.get(leaves.size()), node.leaf()));
    }
    node.children().forEach(child -> collect(child, descriptors, leaves));
  }

  private void add(int repetition, int definition, Object value) {
    repetitions.add(repetition);
    definitions.add(definition);
    if (value != null) {
      values.add(value);
    }
  }

  /**
   * Adds the entries of a value to its leaves.
   *
   * @param depth the number of repeated fields around the node
   * @param first the index of the node's first leaf
   * @return the index after the node's last leaf
   */
  private static int shred(
      Node node,
      Object value,
      int repetition,
      int definition,
      int depth,
      List<LeafEntries> leaves,
      int first) {
    int present = definition + (node.isOptional() ? 1 : 0);
    if (node.leaf() != null) {
      leaves.get(first).add(repetition, value == null ? definition : present, value);
      return first + 1;
    }
    List<List<Object>> repeated = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, mapped) -> repeated.add(java.util.Arrays.asList(key, mapped)));
    } else if (value instanceof List<?> list && node.isList()) {
      list.forEach(element -> repeated.add(java.util.Collections.singletonList(element)));
    } else if (value instanceof List<?> struct) {
      int next = first;
      for (int i = 0; i < node.children().size(); i++) {
        Node child = node.children().get(i);
        next = shred(child, struct.get(i), repetition, present, depth, leaves, next);
      }
      return next;
    }
    if (repeated.isEmpty()) {
      return absent(node, repetition, value == null ? definition : present, leaves, first);
    }
    int end = first;
    for (int i = 0; i < repeated.size(); i++) {
      end = first;
      int level = i == 0 ? repetition : depth + 1;
      for (int part = 0; part < node.children().size(); part++) {
        Node child = node.children().get(part);
        Object element = repeated.get(i).get(part);
        end = shred(child, element, level, present + 1, depth + 1, leaves, end);
      }
    }
    return end;
  }

  private static int absent(
      Node node, int repetition, int definition, List<LeafEntries> leaves, int first) {
    if (node.leaf() != null) {
      leaves.get(first).add(repetition, definition, null);
      return first + 1;
    }
    int next = first;
    for (Node child : node.children()) {
      next = absent(child, repetition, definition, leaves, next);
    }
    return next;
  }
}
