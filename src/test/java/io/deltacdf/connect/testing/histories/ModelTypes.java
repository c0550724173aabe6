package io.deltacdf.connect.testing.histories;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The kinds of types that columns of the model have. */
final class ModelTypes {
  private ModelTypes() {}

  /** Parses a type in SQL's notation. The id of a field is its position in its struct. */
  static ModelType of(String text) {
    if (text.startsWith("struct<")) {
      List<ModelField> fields = new ArrayList<>();
      for (String part : parts(text)) {
        int colon = part.indexOf(':');
        fields.add(
            new ModelField(fields.size(), part.substring(0, colon), of(part.substring(colon + 1))));
      }
      return new StructOf(fields);
    } else if (text.startsWith("array<")) {
      return new ListOf(of(parts(text).get(0)));
    } else if (text.startsWith("map<string,")) {
      return new MapOf(of(parts(text).get(1)));
    }
    return new Simple(text);
  }

  /** Returns the parts between the outer angle brackets. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = text.indexOf('<') + 1;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (depth == 0 && (c == ',' || i == text.length() - 1)) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
      depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    }
    return parts;
  }

  /** A type without nested types. */
  record Simple(String text) implements ModelType {
    @Override
    public Object sample(int number) {
      return Samples.value(text, number);
    }

    @Override
    public Object named(Object value) {
      return value;
    }

    @Override
    public Object plain(Object value) {
      return text.equals(Samples.VARIANT) && value instanceof Map<?, ?> variant
          ? Variants.text(variant)
          : PlainValues.plain(value);
    }

    @Override
    public Object shown(Object plain) {
      return plain;
    }

    @Override
    public List<StructOf> structs() {
      return List.of();
    }

    @Override
    public ModelType withStructs(UnaryOperator<StructOf> change) {
      return this;
    }

    @Override
    public List<UnaryOperator<ModelType>> widenings() {
      String wider = Samples.WIDER.get(text);
      return wider == null ? List.of() : List.of(type -> new Simple(wider));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** A list. The sample for 2 is empty. */
  record ListOf(ModelType element) implements ModelType {
    @Override
    public String text() {
      return "array<" + element.text() + ">";
    }

    @Override
    public Object sample(int number) {
      return number == 2
          ? List.of()
          : Arrays.asList(element.sample(number), null, element.sample(number % 5 + 1));
    }

    @Override
    public Object named(Object value) {
      return value == null ? null : each(value, element::named);
    }

    @Override
    public Object plain(Object named) {
      return each(named, element::plain);
    }

    @Override
    public Object shown(Object plain) {
      return each(plain, element::shown);
    }

    private static List<Object> each(Object list, UnaryOperator<Object> change) {
      List<Object> changed = new ArrayList<>();
      ((List<?>) list).forEach(one -> changed.add(one == null ? null : change.apply(one)));
      return changed;
    }

    @Override
    public List<StructOf> structs() {
      return element.structs();
    }

    @Override
    public ModelType withStructs(UnaryOperator<StructOf> change) {
      return new ListOf(element.withStructs(change));
    }

    @Override
    public List<UnaryOperator<ModelType>> widenings() {
      return element.widenings().stream()
          .<UnaryOperator<ModelType>>map(
              widen -> type -> new ListOf(widen.apply(((ListOf) type).element)))
          .toList();
    }

    @Override
    public String toString() {
      return "array<" + element + ">";
    }
  }

  /** A map with texts as keys. The sample for 2 is empty. */
  record MapOf(ModelType value) implements ModelType {
    @Override
    public String text() {
      return "map<string," + value.text() + ">";
    }

    @Override
    public Object sample(int number) {
      return number == 2
          ? Map.of()
          : Map.of("m", value.sample(number), "n" + number, value.sample(number % 5 + 1));
    }

    @Override
    public Object named(Object map) {
      return map == null ? null : each(map, value::named);
    }

    @Override
    public Object plain(Object named) {
      return each(named, value::plain);
    }

    @Override
    public Object shown(Object plain) {
      return each(plain, value::shown);
    }

    private static Map<String, Object> each(Object map, UnaryOperator<Object> change) {
      Map<String, Object> changed = new TreeMap<>();
      ((Map<?, ?>) map)
          .forEach(
              (key, one) -> {
                if (one != null) {
                  changed.put((String) key, change.apply(one));
                }
              });
      return changed;
    }

    @Override
    public List<StructOf> structs() {
      return value.structs();
    }

    @Override
    public ModelType withStructs(UnaryOperator<StructOf> change) {
      return new MapOf(value.withStructs(change));
    }

    @Override
    public List<UnaryOperator<ModelType>> widenings() {
      return value.widenings().stream()
          .<UnaryOperator<ModelType>>map(
              widen -> type -> new MapOf(widen.apply(((MapOf) type).value)))
          .toList();
    }

    @Override
    public String toString() {
      return "map<string," + value + ">";
    }
  }

  /** A struct. In the sample for 4, all fields are null. */
  record StructOf(List<ModelField> fields) implements ModelType {
    StructOf {
      fields = List.copyOf(fields);
    }

    @Override
    public String text() {
      return fields.stream()
          .map(field -> field.name() + ":" + field.type().text())
          .collect(Collectors.joining(",", "struct<", ">"));
    }

    @Override
    public Object sample(int number) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (ModelField field : fields) {
        int own = (number + field.id()) % 6;
        values.put(field.key(), number == 4 || own == 0 ? null : field.type().sample(own));
      }
      return values;
    }

    @Override
    public Object named(Object struct) {
      if (struct == null) {
        return null;
      }
      Map<String, Object> named = new LinkedHashMap<>();
      for (ModelField field : fields) {
        named.put(field.name(), field.type().named(((Map<?, ?>) struct).get(field.key())));
      }
      return named;
    }

    @Override
    public Object plain(Object named) {
      Map<String, Object> plain = new TreeMap<>();
      int known = 0;
      for (ModelField field : fields) {
        Object value = ((Map<?, ?>) named).get(field.name());
        known += ((Map<?, ?>) named).containsKey(field.name()) ? 1 : 0;
        if (value != null) {
          plain.put(field.key(), field.type().plain(value));
        }
      }
      if (known < ((Map<?, ?>) named).size()) {
        throw new IllegalArgumentException(named + " has other fields than " + this);
      }
      return plain;
    }

    @Override
    public Object shown(Object plain) {
      Map<String, Object> shown = new TreeMap<>();
      for (ModelField field : fields) {
        Object value = ((Map<?, ?>) plain).get(field.key());
        if (value != null) {
          shown.put(field.key(), field.type().shown(value));
        }
      }
      return shown;
    }

    @Override
    public List<StructOf> structs() {
      List<StructOf> structs = new ArrayList<>(List.of(this));
      fields.forEach(field -> structs.addAll(field.type().structs()));
      return structs;
    }

    @Override
    public ModelType withStructs(UnaryOperator<StructOf> change) {
      StructOf changed = change.apply(this);
      return new StructOf(
          changed.fields.stream()
              .map(field -> field.typed(field.type().withStructs(change)))
              .toList());
    }

    @Override
    public List<UnaryOperator<ModelType>> widenings() {
      List<UnaryOperator<ModelType>> all = new ArrayList<>();
      for (int i = 0; i < fields.size(); i++) {
        int index = i;
        fields.get(i).type().widenings().forEach(widen -> all.add(type -> at(type, index, widen)));
      }
      return all;
    }

    private static ModelType at(ModelType struct, int index, UnaryOperator<ModelType> widen) {
      List<ModelField> fields = new ArrayList<>(((StructOf) struct).fields);
      ModelField field = fields.get(index);
      fields.set(index, field.typed(widen.apply(field.type())));
      return new StructOf(fields);
    }

    @Override
    public String toString() {
      return fields.stream()
          .map(field -> field.name() + field.key() + ":" + field.type())
          .collect(Collectors.joining(",", "struct<", ">"));
    }
  }
}
