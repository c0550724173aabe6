package io.deltacdf.connect.testing.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Damages a file of JSON lines: its values, its lines, or its bytes. A value is replaced by one of
 * another type or size, or removed.
 */
public final class JsonMutator implements Mutator {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Mutator BYTES = new ByteMutator();

  /** A value and its place. */
  private record Slot(JsonNode parent, String field, int index) {
    JsonNode value() {
      return field == null ? parent.get(index) : parent.get(field);
    }

    void set(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set(field, value);
      } else {
        ((ArrayNode) parent).set(index, value);
      }
    }

    void remove() {
      if (parent instanceof ObjectNode object) {
        object.remove(field);
      } else {
        ((ArrayNode) parent).remove(index);
      }
    }
  }

  @Override
  public Mutation mutate(byte[] bytes, Random random) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> BYTES.mutate(bytes, random);
      case 2 -> lines(bytes, random);
      default -> value(bytes, random);
    };
  }

  private static List<String> linesOf(byte[] bytes) {
    return new ArrayList<>(new String(bytes, StandardCharsets.UTF_8).lines().toList());
  }

  private static Mutation joined(List<String> lines, String text) {
    String all = String.join("\n", lines) + (lines.isEmpty() ? "" : "\n");
    return new Mutation(all.getBytes(StandardCharsets.UTF_8), text);
  }

  private static Mutation lines(byte[] bytes, Random random) {
    List<String> lines = linesOf(bytes);
    int at = random.nextInt(lines.size());
    switch (random.nextInt(6)) {
      case 0 -> {
        return joined(List.of(), "no bytes");
      }
      case 1 -> {
        return joined(List.of("", "  "), "only blank lines");
      }
      case 2 -> {
        lines.remove(at);
        return joined(lines, "without line " + at);
      }
      case 3 -> {
        lines.add(at, lines.get(at));
        return joined(lines, "line " + at + " twice");
      }
      case 4 -> {
        lines.add(at, lines.remove(0));
        return joined(lines, "the first line moved to " + at);
      }
      default -> {
        lines.set(at, lines.get(at).substring(random.nextInt(lines.get(at).length())));
        return joined(lines, "line " + at + " without its beginning");
      }
    }
  }

  private static Mutation value(byte[] bytes, Random random) {
    List<String> lines = linesOf(bytes);
    int at = random.nextInt(lines.size());
    try {
      JsonNode root = JSON.readTree(lines.get(at));
      List<Slot> slots = new ArrayList<>();
      collect(root, slots);
      Slot slot = slots.get(random.nextInt(slots.size()));
      JsonNode before = slot.value();
      String place = "line " + at + ", " + (slot.field == null ? slot.index : slot.field);
      if (random.nextInt(6) == 0) {
        slot.remove();
        lines.set(at, JSON.writeValueAsString(root));
        return joined(lines, place + " removed");
      }
      JsonNode after = other(before, random);
      slot.set(after);
      lines.set(at, JSON.writeValueAsString(root));
      return joined(lines, place + " from " + shortened(before) + " to " + shortened(after));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shortened(JsonNode node) {
    String text = node.toString();
    return text.length() > 200 ? text.substring(0, 200) + "…" : text;
  }

  private static void collect(JsonNode node, List<Slot> slots) {
    if (node instanceof ObjectNode object) {
      object
          .propertyStream()
          .forEach(
              entry -> {
                slots.add(new Slot(node, entry.getKey(), 0));
                collect(entry.getValue(), slots);
              });
    } else if (node instanceof ArrayNode) {
      for (int i = 0; i < node.size(); i++) {
        slots.add(new Slot(node, null, i));
        collect(node.get(i), slots);
      }
    }
  }

  private static JsonNode other(JsonNode value, Random random) {
    return switch (random.nextInt(14)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.textNode("");
      case 2 -> NODES.numberNode(0);
      case 3 -> NODES.numberNode(-1);
      case 4 -> NODES.numberNode(Long.MAX_VALUE);
      case 5 -> NODES.numberNode(BigInteger.TWO.pow(70));
      case 6 -> NODES.numberNode(1.5);
      case 7 -> NODES.booleanNode(!value.asBoolean());
      case 8 -> NODES.objectNode();
      case 9 -> NODES.arrayNode();
      case 10 -> NODES.textNode(value.isTextual() ? damaged(value.textValue(), random) : "x");
      case 11 -> NODES.textNode(value.isTextual() ? value.textValue() + " " : value.toString());
      case 12 -> value.isNumber() ? NODES.numberNode(value.longValue() + 1) : NODES.nullNode();
      default -> value.isTextual() ? NODES.textNode(damaged(value.textValue(), random)) : value;
    };
  }

  private static String damaged(String text, Random random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new String(BYTES.mutate(bytes, random).bytes(), StandardCharsets.UTF_8);
  }
}
