package io.deltacdf.connect.containers;

import io.apicurio.registry.utils.converter.AvroConverter;
import io.deltacdf.connect.testing.SchemaRegistry;
import io.deltacdf.connect.testing.TopicReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.Converter;

/**
 * A topic of records in Avro, as a consumer of committed records reads it by the registry's
 * schemas, in Connect's JSON without schemas.
 */
final class AvroTopic implements AutoCloseable {
  private final String name;
  private final TopicReader reader;
  private final Converter keys;
  private final Converter values;
  private final JsonConverter json = new JsonConverter();

  AvroTopic(Environment environment, String name) {
    this.name = name;
    reader = new TopicReader(environment.bootstrapServers(), name).committed();
    keys = avroConverter("key", environment.registryUrl());
    values = avroConverter("value", environment.registryUrl());
    json.configure(Map.of("schemas.enable", "false"), false);
  }

  private static Converter avroConverter(String which, String registryUrl) {
    String prefix = which + ".converter.";
    Map<String, String> config = new HashMap<>();
    SchemaRegistry.converterConfig(which, registryUrl)
        .forEach(
            (option, value) -> {
              if (option.startsWith(prefix)) {
                config.put(option.substring(prefix.length()), value);
              }
            });
    Converter converter = new AvroConverter<>();
    converter.configure(config, which.equals("key"));
    return converter;
  }

  /** Every committed record up to now, in order. */
  List<ConsumerRecord<String, String>> records() {
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : reader.bytes()) {
      ConsumerRecord<String, String> read =
          new ConsumerRecord<>(
              name,
              record.partition(),
              record.offset(),
              json(keys, record.key()),
              json(values, record.value()));
      record.headers().forEach(read.headers()::add);
      records.add(read);
    }
    return records;
  }

  /** The records in a line each: {@code <version> <change type> <key>}. */
  List<String> lines() {
    return records().stream()
        .map(
            record ->
                String.join(
                    " ",
                    header(record, "delta.commit.version"),
                    header(record, "delta.change.type"),
                    record.key()))
        .toList();
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private String json(Converter converter, byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    SchemaAndValue read = converter.toConnectData(name, bytes);
    return new String(
        json.fromConnectData(name, read.schema(), read.value()), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    json.close();
  }
}
