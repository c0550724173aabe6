package io.deltacdf.connect.testing.parquet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random values of nodes: stored values for leaves, lists for structs and lists, maps for maps, and
 * null.
 */
final class RandomRows {
  private final Random random;

  /** One in so many values is null; 0 if none is, and 1 if all are. */
  private final int nulls;

  RandomRows(Random random) {
    this.random = random;
    this.nulls = new int[] {0, 1, 2, 4, 50}[random.nextInt(5)];
  }

  Object value(Node node) {
    if (node.isOptional() && nulls > 0 && random.nextInt(nulls) == 0) {
      return null;
    }
    return switch (node.kind()) {
      case LEAF -> node.leaf().stored(random);
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        node.children().forEach(child -> fields.add(value(child)));
        yield fields;
      }
      case LIST, TWO_LEVEL_LIST, REPEATED -> {
        List<Object> elements = new ArrayList<>();
        int size = size();
        for (int i = 0; i < size; i++) {
          elements.add(value(node.child()));
        }
        yield elements;
      }
      case MAP, OLD_MAP -> {
        Map<Object, Object> entries = new LinkedHashMap<>();
        int size = size();
        for (int i = 0; i < size; i++) {
          entries.put(value(node.child()), value(node.children().get(1)));
        }
        yield entries;
      }
    };
  }

  private int size() {
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> 0;
      case 3 -> random.nextInt(40);
      default -> 1 + random.nextInt(3);
    };
  }

  /** Returns the value as the reader returns it. */
  static Object read(Node node, Object value) {
    if (value == null) {
      return null;
    }
    return switch (node.kind()) {
      case LEAF -> node.leaf().read(value);
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        for (int i = 0; i < node.children().size(); i++) {
          fields.add(read(node.children().get(i), ((List<?>) value).get(i)));
        }
        yield fields;
      }
      case LIST, TWO_LEVEL_LIST, REPEATED -> {
        List<Object> elements = new ArrayList<>();
        ((List<?>) value).forEach(element -> elements.add(read(node.child(), element)));
        yield elements;
      }
      case MAP, OLD_MAP -> {
        Map<Object, Object> entries = new LinkedHashMap<>();
        ((Map<?, ?>) value)
            .forEach(
                (key, mapped) ->
                    entries.put(read(node.child(), key), read(node.children().get(1), mapped)));
        yield entries;
      }
    };
  }
}
