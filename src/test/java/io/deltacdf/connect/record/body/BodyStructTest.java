package io.deltacdf.connect.record.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.record.value.RecordSize;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyStructTest {
  private static final Schema INNER =
      SchemaBuilder.struct().name("inner").field("x", Schema.INT32_SCHEMA).build();
  private static final Schema SCHEMA =
      SchemaBuilder.struct()
          .name("row")
          .field("n", Schema.OPTIONAL_INT64_SCHEMA)
          .field("text", Schema.STRING_SCHEMA)
          .field("bytes", Schema.BYTES_SCHEMA)
          .field("time", Timestamp.SCHEMA)
          .field("struct", INNER)
          .field("list", SchemaBuilder.array(Schema.INT32_SCHEMA).build())
          .field("map", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build())
          .build();

  private static Struct plain() {
    return new Struct(SCHEMA)
        .put("n", 5L)
        .put("text", "ü")
        .put("bytes", new byte[] {1, 2})
        .put("time", new java.util.Date(7))
        .put("struct", new Struct(INNER).put("x", 3))
        .put("list", List.of(1, 2))
        .put("map", Map.of("a", 1));
  }

  private static BodyStruct encoded() {
    RowBodies bodies = new RowBodies("orders");
    bodies.start();
    RowWriter.encoder(SCHEMA).encode(plain(), bodies.buffer());
    return bodies.finish(SCHEMA, new RecordSize());
  }

  @Test
  void isEqualToThePlainStruct() {
    assertThat(encoded().equals(plain())).isTrue();
    assertThat(encoded()).isEqualTo(encoded()).hasSameHashCodeAs(plain());
    assertThat(encoded().toString().replaceAll("\\[B@\\w+", "bytes"))
        .isEqualTo(plain().toString().replaceAll("\\[B@\\w+", "bytes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n", "text"})
  void keepsItsBodyWhileImmutableValuesAreRead(String field) {
    BodyStruct struct = encoded();
    byte[] body = struct.prefixedAvroBody();
    assertThat(struct.get(field)).isEqualTo(plain().get(field));
    struct.validate();
    assertThat(struct.equals(plain())).isTrue();
    assertThat(struct.prefixedAvroBody()).isSameAs(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes", "time", "struct", "list", "map"})
  void losesItsBodyWithAValueThatCanBeChanged(String field) {
    assertThat(isLost(struct -> struct.get(field))).isTrue();
    assertThat(isLost(struct -> struct.get(SCHEMA.field(field)))).isTrue();
    assertThat(isLost(struct -> struct.getWithoutDefault(field))).isTrue();
  }

  private static boolean isLost(Function<BodyStruct, Object> getter) {
    BodyStruct struct = encoded();
    assertThat(struct.prefixedAvroBody()).isNotNull();
    assertThat(getter.apply(struct)).isNotNull();
    return struct.prefixedAvroBody() == null;
  }

  @Test
  void losesItsBodyWithEachTypedGetterOfSuchValues() {
    assertThat(isLost(struct -> struct.getBytes("bytes"))).isTrue();
    assertThat(isLost(struct -> struct.getStruct("struct"))).isTrue();
    assertThat(isLost(struct -> struct.getArray("list"))).isTrue();
    assertThat(isLost(struct -> struct.getMap("map"))).isTrue();
    assertThat(isLost(struct -> struct.getString("text"))).isFalse();
  }

  @Test
  void losesItsBodyWithAChange() {
    BodyStruct struct = encoded();
    struct.put("n", 6L);
    assertThat(struct.prefixedAvroBody()).isNull();
    assertThat(struct.equals(plain().put("n", 6L))).isTrue();
  }

  @Test
  void keepsItsBodyIfAChangeIsRefused() {
    BodyStruct struct = encoded();
    assertThatThrownBy(() -> struct.put("n", "text")).isInstanceOf(DataException.class);
    assertThat(struct.prefixedAvroBody()).isNotNull();
    assertThat(struct.equals(plain())).isTrue();
  }

  @Test
  void aConverterMayAskAgain() {
    BodyStruct struct = encoded();
    byte[] first = struct.prefixedAvroBody();
    first[0] = 9;
    assertThat(struct.prefixedAvroBody()).isSameAs(first);
  }

  @Test
  void bodiesAreWantedOnceAConverterHasAsked() {
    RowBodies bodies = new RowBodies("orders");
    BodyStruct struct = bodies.of(INNER, new Object[] {1});
    assertThat(bodies.areWanted()).isFalse();
    assertThat(struct.get("x")).isEqualTo(1);
    assertThat(struct.hashCode()).isNotZero();
    assertThat(bodies.areWanted()).isFalse();
    assertThat(struct.prefixedAvroBody()).isNull();
    assertThat(bodies.areWanted()).isTrue();
  }

  @Test
  void theSizeOfARecordCountsItsBody() {
    RowBodies bodies = new RowBodies("orders");
    bodies.start();
    bodies.buffer().writeBytes(new byte[10_000]);
    RecordSize size = new RecordSize();
    size.reset(0);
    BodyStruct struct = bodies.finish(SCHEMA, size);
    assertThat(struct.prefixedAvroBody()).hasSizeGreaterThan(10_000);
    assertThat(size.get()).isBetween(10_000, 10_200);
  }

  @Test
  void onlyValidTextIsCopied() {
    for (byte[] bytes :
        List.of(
            "plain ascii text".getBytes(StandardCharsets.UTF_8),
            "漢字 and more".getBytes(StandardCharsets.UTF_8),
            new byte[] {'a', (byte) 0xC3, 'b', 'c', 'd', 'e', 'f', 'g', 'h'},
            new byte[] {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', (byte) 0xFF})) {
      AvroBuffer out = new AvroBuffer(16);
      byte[] shifted = new byte[bytes.length + 2];
      System.arraycopy(bytes, 0, shifted, 1, bytes.length);
      new TextSink(out).accept(shifted, 1, bytes.length);
      AvroBuffer expected = new AvroBuffer(16);
      expected.writeString(new String(bytes, StandardCharsets.UTF_8));
      assertThat(out.toByteArray()).isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void everyMethodThatChangesOrReadsAStructIsKnownHere() {
    // A new method of Struct could hand out or change a value without the body being dropped.
    assertThat(Arrays.stream(Struct.class.getMethods()).map(Method::getName).distinct())
        .contains("put")
        .filteredOn(name -> name.startsWith("get") && !name.equals("getClass"))
        .containsExactlyInAnyOrder(
            "get",
            "getWithoutDefault",
            "getInt8",
            "getInt16",
            "getInt32",
            "getInt64",
            "getFloat32",
            "getFloat64",
            "getBoolean",
            "getString",
            "getBytes",
            "getArray",
            "getMap",
            "getStruct");
    assertThat(AvroBody.PREFIX).isEqualTo(5);
  }
}
