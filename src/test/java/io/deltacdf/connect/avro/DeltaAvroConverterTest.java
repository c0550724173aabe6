package io.deltacdf.connect.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.config.Version;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaAvroConverterTest {
  private static final Schema ROW =
      SchemaBuilder.struct()
          .name("lake.orders.Value")
          .field("id", Schema.INT64_SCHEMA)
          .field("item", Schema.OPTIONAL_STRING_SCHEMA)
          .build();
  private static final String ID_7 = "{\"id\":7}";

  private final RegistryStub registry = new RegistryStub();
  private final ReferenceConverter reference = new ReferenceConverter();

  @AfterEach
  void close() {
    registry.close();
  }

  private DeltaAvroConverter converter(String... options) {
    return converter(false, options);
  }

  private DeltaAvroConverter converter(boolean isKey, String... options) {
    Map<String, String> config = new HashMap<>();
    config.put("schema.registry.url", registry.url());
    config.put("max.retries", "1");
    config.put("retries.wait.ms", "1");
    for (int i = 0; i < options.length; i += 2) {
      config.put(options[i], options[i + 1]);
    }
    DeltaAvroConverter converter = new DeltaAvroConverter();
    converter.configure(config, isKey);
    return converter;
  }

  private static Struct row(long id, String item) {
    return new Struct(ROW).put("id", id).put("item", item);
  }

  private byte[] expected(int id, Schema schema, Object value) {
    byte[] body = reference.body(schema, value);
    return ByteBuffer.allocate(5 + body.length).put((byte) 0).putInt(id).put(body).array();
  }

  @Test
  void rowsAreWrittenAsTheReferenceDoesAndTheSchemaIsRegisteredOnce() {
    registry.answer(200, ID_7);
    DeltaAvroConverter converter = converter();
    for (long id = 0; id < 10; id++) {
      Struct row = row(id, id % 2 == 0 ? "x" : null);
      assertThat(converter.fromConnectData("orders", ROW, row)).isEqualTo(expected(7, ROW, row));
    }
    assertThat(registry.requests()).hasSize(1);
    RegistryStub.Request request = registry.requests().get(0);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/subjects/orders-value/versions");
    assertThat(request.body())
        .isEqualTo(
            "{\"schema\":\"" + reference.schema(ROW).toString().replace("\"", "\\\"") + "\"}");
  }

  @Test
  void anEqualSchemaIsNotRegisteredAgain() {
    registry.answer(200, ID_7);
    DeltaAvroConverter converter = converter();
    for (int i = 0; i < 3; i++) {
      Schema copy =
          SchemaBuilder.struct()
              .name("lake.orders.Value")
              .field("id", Schema.INT64_SCHEMA)
              .field("item", Schema.OPTIONAL_STRING_SCHEMA)
              .build();
      converter.fromConnectData("orders", copy, new Struct(copy).put("id", 1L));
    }
    assertThat(registry.requests()).hasSize(1);
  }

  @Test
  void nullStaysNull() {
    assertThat(converter().fromConnectData("orders", ROW, null)).isNull();
    assertThat(converter().toConnectData("orders", null)).isEqualTo(SchemaAndValue.NULL);
    assertThat(registry.requests()).isEmpty();
  }

  @Test
  void keysAreWrittenWithAndWithoutASchema() {
    registry.answer(200, ID_7);
    DeltaAvroConverter converter = converter(true);
    assertThat(converter.fromConnectData("t", Schema.STRING_SCHEMA, "k"))
        .isEqualTo(expected(7, Schema.STRING_SCHEMA, "k"));
    assertThat(converter.fromConnectData("t", null, 5L)).isEqualTo(expected(7, null, 5L));
    assertThat(registry.requests())
        .extracting(RegistryStub.Request::path)
        .containsOnly("/subjects/t-key/versions");
  }

  @Test
  void whatIsWrittenCanBeRead() {
    registry.answer(200, ID_7);
    Struct row = row(1, "x");
    byte[] bytes = converter().fromConnectData("orders", ROW, row);
    registry.close();
    try (RegistryStub second = new RegistryStub()) {
      String text = reference.schema(ROW).toString().replace("\"", "\\\"");
      second.answer(200, "{\"schema\":\"" + text + "\"}");
      SchemaAndValue read =
          converter("schema.registry.url", second.url()).toConnectData("orders", bytes);
      assertThat(read.schema()).isEqualTo(ROW);
      assertThat(read.value()).isEqualTo(row);
      assertThat(second.requests().get(0).path()).isEqualTo("/schemas/ids/7");
    }
  }

  @Test
  void bytesOfAnotherConverterAreReported() {
    assertThatThrownBy(() -> converter().toConnectData("orders", new byte[] {'{', '}', 1, 2, 3}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("does not begin with a zero byte");
  }

  /** A row whose reader has encoded it. */
  private static final class ReadyRow extends Struct implements AvroBody {
    private final byte[] body;

    ReadyRow(Schema schema, byte[] body) {
      super(schema);
      this.body = body;
    }

    @Override
    public byte[] prefixedAvroBody() {
      return body;
    }
  }

  @Test
  void aReadyBodyIsHandedOn() {
    registry.answer(200, ID_7);
    byte[] ready = {0, 0, 0, 0, 0, 2, 0};
    ReadyRow row = new ReadyRow(ROW, ready);
    DeltaAvroConverter converter = converter();
    byte[] first = converter.fromConnectData("orders", ROW, row);
    assertThat(first).containsExactly(0, 0, 0, 0, 7, 2, 0).isSameAs(ready);
    assertThat(converter.fromConnectData("orders", ROW, row)).isSameAs(ready);
  }

  @Test
  void aReadyBodyIsCopiedForAnotherId() {
    registry.answer(200, ID_7).answer(200, "{\"id\":16777216}");
    ReadyRow row = new ReadyRow(ROW, new byte[] {0, 0, 0, 0, 0, 2, 0});
    DeltaAvroConverter converter = converter();
    byte[] first = converter.fromConnectData("orders", ROW, row);
    byte[] other = converter.fromConnectData("others", ROW, row);
    assertThat(first).containsExactly(0, 0, 0, 0, 7, 2, 0);
    assertThat(other).containsExactly(0, 1, 0, 0, 0, 2, 0);
  }

  @Test
  void aReadyBodyOfAnotherSchemaOrFormIsNotUsed() {
    registry.answer(200, ID_7);
    Schema copy = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    Schema equal = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    ReadyRow row = new ReadyRow(copy, new byte[] {0, 0, 0, 0, 0, 99});
    row.put("id", 1L);
    assertThat(converter().fromConnectData("orders", equal, row)).endsWith(2);
    assertThat(
            converter("ignore.default.for.nullables", "true").fromConnectData("orders", copy, row))
        .endsWith(2);
    ReadyRow discarded = new ReadyRow(copy, null);
    discarded.put("id", 1L);
    assertThat(converter().fromConnectData("orders", copy, discarded)).endsWith(2);
  }

  @Test
  void anOutageIsRetriedAndThenRetriable() {
    registry.answer(503, "").answer(429, "").answer(500, "{}").answer(200, ID_7);
    DeltaAvroConverter converter = converter();
    assertThatThrownBy(() -> converter.fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("could not register the schema of subject 'orders-value'")
        .hasMessageContaining("status 429")
        .hasMessageContaining("errors.retry.timeout");
    assertThat(registry.requests()).hasSize(2);
    assertThat(converter.fromConnectData("orders", ROW, row(1, "x")))
        .isEqualTo(expected(7, ROW, row(1, "x")));
  }

  @Test
  void aRegistryThatIsDownIsRetriable() {
    registry.close();
    assertThatThrownBy(() -> converter().fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining(registry.url());
  }

  @Test
  void aSlowRegistryIsRetriable() {
    registry.noAnswer();
    assertThatThrownBy(
            () ->
                converter("http.read.timeout.ms", "50", "max.retries", "0")
                    .fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("timed out");
  }

  @Test
  void halfAnAnswerIsRetried() {
    registry.halfAnswer("{\"id\":12345678}").answer(200, "{\"id\":12").answer(200, ID_7);
    byte[] bytes = converter("max.retries", "2").fromConnectData("orders", ROW, row(1, "x"));
    assertThat(bytes).isEqualTo(expected(7, ROW, row(1, "x")));
    assertThat(registry.requests()).hasSize(3);
  }

  @Test
  void theNextAddressIsAskedIfOneDoesNotAnswer() {
    registry.answer(200, ID_7);
    try (RegistryStub broken = new RegistryStub()) {
      broken.answer(500, "");
      DeltaAvroConverter converter =
          converter("schema.registry.url", broken.url() + "," + registry.url() + "/");
      converter.fromConnectData("orders", ROW, row(1, "x"));
      converter.fromConnectData("others", ROW, row(1, "x"));
      assertThat(broken.requests()).hasSize(1);
      assertThat(registry.requests()).hasSize(2);
    }
  }

  @Test
  void anIncompatibleSchemaIsReportedInTheWordsOfTheRegistry() {
    registry.answer(409, "{\"error_code\":409,\"message\":\"READER_FIELD_MISSING: 'item'\"}");
    DeltaAvroConverter converter = converter();
    assertThatThrownBy(() -> converter.fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("subject 'orders-value'")
        .hasMessageContaining("READER_FIELD_MISSING: 'item'")
        .hasMessageContaining("PUT /config/orders-value");
    assertThat(registry.requests()).hasSize(1);
  }

  @Test
  void anInvalidSchemaIsReportedInTheWordsOfTheRegistry() {
    registry.answer(422, "{\"error_code\":42201,\"message\":\"Invalid schema\"}");
    assertThatThrownBy(() -> converter().fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("It says: Invalid schema");
  }

  @Test
  void missingRightsAreReportedWithoutThePassword() {
    registry.answer(401, "{\"error_code\":401,\"message\":\"Unauthorized\"}");
    String url = registry.url().replace("//", "//me:se%20cret@");
    DeltaAvroConverter converter = converter("schema.registry.url", url);
    assertThatThrownBy(() -> converter.fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(ConnectException.class)
        .isNotInstanceOf(RetriableException.class)
        .hasMessageContaining("basic.auth.user.info")
        .hasMessageNotContaining("cret");
    assertThat(registry.requests().get(0).authorization()).isEqualTo("Basic bWU6c2UgY3JldA==");
  }

  @Test
  void credentialsOfEveryKindAreSent() {
    registry.answer(200, ID_7);
    List<DeltaAvroConverter> converters =
        List.of(
            converter(
                "basic.auth.credentials.source",
                "USER_INFO",
                "basic.auth.user.info",
                "alice:wonderland"),
            converter("schema.registry.basic.auth.user.info", "alice:wonderland"),
            converter(
                "basic.auth.credentials.source",
                "SASL_INHERIT",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required"
                    + " username=\"alice\" password=\"wonderland\";"),
            converter(
                "bearer.auth.credentials.source",
                "STATIC_TOKEN",
                "bearer.auth.token",
                "token-1234"));
    converters.forEach(converter -> converter.fromConnectData("orders", ROW, row(1, "x")));
    String basic = "Basic YWxpY2U6d29uZGVybGFuZA==";
    assertThat(registry.requests())
        .extracting(RegistryStub.Request::authorization)
        .containsExactly(basic, basic, basic, "Bearer token-1234");
  }

  @Test
  void withoutRegisteringTheSchemaMustBeKnown() {
    registry.answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}");
    assertThatThrownBy(
            () ->
                converter("auto.register.schemas", "false")
                    .fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("auto.register.schemas=true");
    assertThat(registry.requests().get(0).path()).isEqualTo("/subjects/orders-value");
  }

  @Test
  void anAddressThatIsNoRegistryIsReported() {
    registry.answer(404, "<html>");
    assertThatThrownBy(() -> converter().fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("ccompat");
  }

  @Test
  void theNewestVersionIsUsedIfItCanReadTheRecords() {
    String latest =
        "{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"Value\\\",\\\"namespace\\\":\\\"lake.orders\\\","
            + "\\\"fields\\\":[{\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"%s\\\"}]}";
    registry
        .answer(200, "{\"id\":9,\"version\":3,\"schema\":\"" + latest.formatted("long") + "\"}")
        .answer(200, "{\"id\":9,\"version\":4,\"schema\":\"" + latest.formatted("string") + "\"}");
    String[] options = {"auto.register.schemas", "false", "use.latest.version", "true"};
    assertThat(converter(options).fromConnectData("orders", ROW, row(1, "x")))
        .containsExactly(0, 0, 0, 0, 9, 2);
    assertThatThrownBy(() -> converter(options).fromConnectData("orders", ROW, row(1, "x")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Version 4 of subject 'orders-value'")
        .hasMessageContaining("latest.compatibility.strict");
  }

  @Test
  void subjectsAreNamedByTheStrategy() {
    registry.answer(200, ID_7);
    String name = "value.subject.name.strategy";
    converter(name, "RecordNameStrategy").fromConnectData("t", ROW, row(1, "x"));
    converter(name, "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy")
        .fromConnectData("t", ROW, row(1, "x"));
    converter("normalize.schemas", "true").fromConnectData("a b/c", ROW, row(1, "x"));
    assertThat(registry.requests())
        .extracting(RegistryStub.Request::path)
        .containsExactly(
            "/subjects/lake.orders.Value/versions",
            "/subjects/t-lake.orders.Value/versions",
            "/subjects/a%20b%2Fc-value/versions?normalize=true");
    assertThatThrownBy(
            () ->
                converter(name, "RecordNameStrategy")
                    .fromConnectData("t", Schema.STRING_SCHEMA, "text"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("value.subject.name.strategy=TopicNameStrategy");
  }

  @Test
  void theCertificateOfTheRegistryIsChecked(@TempDir Path dir) throws Exception {
    Path store = dir.resolve("registry.p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(
        List.of(
            ("-genkeypair -alias r -keyalg EC -dname CN=registry -ext san=ip:127.0.0.1"
                    + " -storetype PKCS12 -storepass changeit -keystore")
                .split(" ")));
    command.add(store.toString());
    Process keytool = new ProcessBuilder(command).inheritIO().start();
    assertThat(keytool.waitFor()).isZero();
    try (RegistryStub secure = new RegistryStub(store, "changeit")) {
      secure.answer(200, ID_7);
      converter(
              "schema.registry.url",
              secure.url(),
              "schema.registry.ssl.truststore.location",
              store.toString(),
              "schema.registry.ssl.truststore.type",
              "PKCS12",
              "schema.registry.ssl.truststore.password",
              "changeit")
          .fromConnectData("orders", ROW, row(1, "x"));
      assertThat(secure.requests()).hasSize(1);
      assertThatThrownBy(
              () ->
                  converter("schema.registry.url", secure.url())
                      .fromConnectData("orders", ROW, row(1, "x")))
          .isInstanceOf(RetriableException.class)
          .hasMessageContaining("unable to find valid certification path");
    }
  }

  @Test
  void optionsThatCannotBeHonoredAreRefused() {
    assertThatThrownBy(() -> converter("flatten.unions", "true"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("supports the value 'false' only");
    assertThatThrownBy(() -> converter("value.subject.name.strategy", "Mine"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("TopicRecordNameStrategy");
    assertThatThrownBy(() -> converter("schema.registry.url", "ftp://me:secret@host"))
        .isInstanceOf(ConfigException.class)
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> converter("schema.registry.ssl.truststore.location", "/no/such.jks"))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("/no/such.jks");
    assertThatThrownBy(() -> converter("basic.auth.credentials.source", "USER_INFO"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("basic.auth.user.info");
  }

  @Test
  void theConverterIsAPluginWithAVersion() {
    assertThat(new DeltaAvroConverter().version()).isEqualTo(Version.get());
    assertThat(StreamSupport.stream(ServiceLoader.load(Converter.class).spliterator(), false))
        .hasAtLeastOneElementOfType(DeltaAvroConverter.class);
    assertThat(new DeltaAvroConverter().config().names()).contains("schema.registry.url");
  }

  @Test
  void aRecordThatCannotBeWrittenIsNamedByItsTopicAndField() {
    registry.answer(200, ID_7);
    DeltaAvroConverter converter = converter();
    assertThatThrownBy(() -> converter.fromConnectData("orders", ROW, new Struct(ROW)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic 'orders'")
        .hasMessageContaining("Field 'id'");
    assertThat(converter.fromConnectData("orders", ROW, row(1, "x")))
        .isEqualTo(expected(7, ROW, row(1, "x")));
  }
}
