package io.deltacdf.connect.record.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.testing.ConnectValues;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connect's own struct is the oracle. */
class RowStructTest {
  private static final int ROUNDS = 400;

  /** What a method returned, or the exception that it threw. */
  private record Outcome(@Nullable Object value, @Nullable String failure) {}

  @Test
  void everyPublicMethodOfStructIsOverridden() {
    assertThat(Struct.class.getDeclaredMethods())
        .filteredOn(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .isNotEmpty()
        .allSatisfy(
            method ->
                assertThat(
                        RowStruct.class.getDeclaredMethod(
                            method.getName(), method.getParameterTypes()))
                    .isNotNull());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void isWhatAPlainStructIs(long seed) throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      ConnectValues values = new ConnectValues(random);
      Schema schema = values.structSchema(3);
      Struct plain = values.struct(schema);
      assertSame(plain, lean(plain), random);
    }
  }

  private static void assertSame(Struct plain, Struct lean, Random random) throws Exception {
    for (Method method : Struct.class.getDeclaredMethods()) {
      if (!Modifier.isPublic(method.getModifiers())
          || method.isSynthetic()
          || Set.of("put", "equals").contains(method.getName())) {
        continue;
      }
      for (@Nullable Object[] arguments : arguments(method, plain.schema())) {
        Outcome expected = call(plain, method, arguments);
        Outcome actual = call(lean, method, arguments);
        assertThat(Objects.deepEquals(actual.value(), expected.value()) || same(actual, expected))
            .as("%s%s: %s and %s", method, Arrays.toString(arguments), actual, expected)
            .isTrue();
        assertThat(actual.failure()).isEqualTo(expected.failure());
      }
    }
    assertThat(lean.equals(plain)).isTrue();
    assertThat(lean.equals(lean(plain))).isTrue();
    assertThat(lean.equals(lean)).isTrue();
    assertThat(new HashSet<>(List.of(lean)).contains(lean(plain))).isTrue();
    assertThat(lean).isNotEqualTo(null).isNotEqualTo("text");
    assertPuts(plain, lean, random);
  }

  private static boolean same(Outcome actual, Outcome expected) {
    // Lists and maps with byte arrays are equal only to themselves.
    return actual.value() == expected.value();
  }

  /** Puts values of other fields, most of which have the wrong type. */
  private static void assertPuts(Struct plain, Struct lean, Random random) throws Exception {
    Method byName = Struct.class.getMethod("put", String.class, Object.class);
    Method byField = Struct.class.getMethod("put", Field.class, Object.class);
    List<Field> fields = plain.schema().fields();
    for (Field field : fields) {
      Object value = plain.get(fields.get(random.nextInt(fields.size())));
      for (@Nullable Object[] arguments :
          List.of(
              new Object[] {field, value},
              new @Nullable Object[] {field, null},
              new Object[] {field.name(), value})) {
        Method put = arguments[0] instanceof Field ? byField : byName;
        Outcome expected = call(plain, put, arguments);
        Outcome actual = call(lean, put, arguments);
        assertThat(actual.failure()).isEqualTo(expected.failure());
        assertThat(actual.value() == lean).isEqualTo(expected.value() == plain);
        assertThat(lean.equals(plain)).isTrue();
        assertThat(lean.hashCode()).isEqualTo(plain.hashCode());
        assertThat(lean).hasToString(plain.toString());
      }
    }
    assertThat(call(lean, byField, new @Nullable Object[] {null, 1}))
        .isEqualTo(call(plain, byField, new @Nullable Object[] {null, 1}));
    assertThat(call(lean, byName, new Object[] {"absent", 1}))
        .isEqualTo(call(plain, byName, new Object[] {"absent", 1}));
  }

  private static List<@Nullable Object[]> arguments(Method method, Schema schema) {
    if (method.getParameterCount() == 0) {
      return List.of(new Object[][] {{}});
    }
    List<@Nullable Object[]> arguments = new ArrayList<>();
    boolean byField = method.getParameterTypes()[0] == Field.class;
    for (Field field : schema.fields()) {
      arguments.add(new Object[] {byField ? field : field.name()});
    }
    if (!byField) {
      arguments.add(new Object[] {"absent"});
      arguments.add(new @Nullable Object[] {null});
    }
    return arguments;
  }

  private static Outcome call(Struct struct, Method method, @Nullable Object[] arguments)
      throws IllegalAccessException {
    try {
      return new Outcome(method.invoke(struct, arguments), null);
    } catch (InvocationTargetException e) {
      Throwable failure = e.getCause();
      // The JVM leaves out the message of a cast that has failed often.
      boolean cast = failure instanceof ClassCastException;
      return new Outcome(null, cast ? failure.getClass().getName() : failure.toString());
    }
  }

  /** Returns a struct of this project with the values of a plain one, nested structs too. */
  private static RowStruct lean(Struct plain) {
    List<Field> fields = plain.schema().fields();
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = plain.getWithoutDefault(fields.get(i).name());
      values[i] = value instanceof Struct nested ? lean(nested) : value;
    }
    return new RowStruct(plain.schema(), values);
  }

  @Test
  void differsFromStructsWithOtherValuesOrAnotherSchema() {
    Schema schema = SchemaBuilder.struct().field("a", Schema.INT32_SCHEMA).build();
    Schema named = SchemaBuilder.struct().name("n").field("a", Schema.INT32_SCHEMA).build();
    RowStruct struct = new RowStruct(schema, new Object[] {1});
    assertThat(struct.equals(new Struct(schema).put("a", 2))).isFalse();
    assertThat(struct.equals(new Struct(named).put("a", 1))).isFalse();
    assertThat(struct.equals(new Struct(schema))).isFalse();
    assertThat(struct.equals(new Struct(schema).put("a", 1))).isTrue();
  }

  @Test
  void aPlainStructCanHoldIt() {
    Schema inner = SchemaBuilder.struct().field("a", Schema.INT32_SCHEMA).build();
    Schema outer = SchemaBuilder.struct().field("inner", inner).build();
    Struct plain = new Struct(outer);
    assertThatCode(() -> plain.put("inner", new RowStruct(inner, new Object[] {1})))
        .doesNotThrowAnyException();
    assertThatCode(plain::validate).doesNotThrowAnyException();
    Struct same = new Struct(outer).put("inner", new RowStruct(inner, new Object[] {1}));
    assertThat(plain).isEqualTo(same).hasSameHashCodeAs(same);
    RowStruct lean = new RowStruct(outer, new Object[] {new Struct(inner).put("a", 1)});
    assertThat(lean.equals(plain)).isTrue();
  }

  @Test
  void theFirstValueOfEachFieldMustHaveTheTypeOfTheSchema() {
    Schema schema =
        SchemaBuilder.struct()
            .field("a", Schema.OPTIONAL_INT32_SCHEMA)
            .field("b", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    FirstValues first = new FirstValues(schema);
    first.check(new @Nullable Object[] {null, null});
    first.check(new @Nullable Object[] {1, null});
    assertThatThrownBy(() -> first.check(new Object[] {2, 3L}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("b");
  }
}
