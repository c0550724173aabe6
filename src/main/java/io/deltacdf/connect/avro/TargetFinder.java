package io.deltacdf.connect.avro;

import io.deltacdf.connect.avro.registry.RegisteredSchema;
import io.deltacdf.connect.avro.registry.RegistryClient;
import io.deltacdf.connect.avro.registry.SubjectNames;
import io.deltacdf.connect.avro.schema.AvroSchemas;
import io.deltacdf.connect.avro.schema.AvroSettings;
import io.deltacdf.connect.avro.value.ConnectEncoder;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Finds how the values of a schema are written, by asking the registry. */
final class TargetFinder {
  private final RegistryClient registry;
  private final AvroSettings settings;
  private final SubjectNames subjects;
  private final boolean isKey;
  private final boolean autoRegister;
  private final boolean useLatest;
  private final boolean latestStrict;
  private final boolean normalize;

  TargetFinder(RegistryClient registry, AvroConverterConfig config, boolean isKey) {
    this.registry = registry;
    this.settings = config.settings();
    this.subjects = config.subjects();
    this.isKey = isKey;
    this.autoRegister = config.autoRegister();
    this.useLatest = config.useLatest();
    this.latestStrict = config.latestStrict();
    this.normalize = config.normalize();
  }

  /**
   * Finds a target.
   *
   * @throws org.apache.kafka.connect.errors.ConnectException if the registry is not available, or
   *     the schema cannot be used
   */
  WriteTarget find(String topic, @Nullable Schema schema) {
    org.apache.avro.Schema avro = AvroSchemas.of(schema, settings);
    String subject = subjects.subject(topic, isKey, avro);
    if (!autoRegister && useLatest) {
      return latest(topic, subject, schema, avro);
    }
    String text = avro.toString();
    int id =
        autoRegister
            ? registry.register(subject, text, normalize)
            : registry.lookup(subject, text, normalize);
    return target(topic, schema, avro, id);
  }

  private WriteTarget latest(
      String topic, String subject, @Nullable Schema schema, org.apache.avro.Schema own) {
    RegisteredSchema latest = registry.latest(subject);
    String what =
        "Version %d of subject '%s', which 'use.latest.version' selects,"
            .formatted(latest.version(), subject);
    org.apache.avro.Schema avro;
    try {
      avro = new org.apache.avro.Schema.Parser().parse(latest.schema());
    } catch (AvroRuntimeException e) {
      throw new DataException(what + " is no Avro schema. Register one.", e);
    }
    if (latestStrict
        && SchemaCompatibility.checkReaderWriterCompatibility(avro, own).getType()
            != SchemaCompatibilityType.COMPATIBLE) {
      throw new DataException(
          what
              + " cannot read data of the record's own schema. Register a schema that can, or set"
              + " 'latest.compatibility.strict=false' to write the fields that it has.");
    }
    try {
      return target(topic, schema, avro, latest.id());
    } catch (DataException e) {
      throw new DataException(
          "%s cannot hold the records of topic '%s'. %s. Register a schema that can."
              .formatted(what, topic, e.getMessage()),
          e);
    }
  }

  private WriteTarget target(
      String topic, @Nullable Schema schema, org.apache.avro.Schema avro, int id) {
    ConnectEncoder encoder = ConnectEncoder.of(schema, avro, settings);
    return new WriteTarget(topic, schema, id, encoder, acceptsBodies(schema, avro));
  }

  /** Readers encode a row without knowing the converter, and so with its defaults. */
  private boolean acceptsBodies(@Nullable Schema schema, org.apache.avro.Schema avro) {
    if (schema == null || schema.type() != Schema.Type.STRUCT || settings.nullsOverDefaults()) {
      return false;
    }
    return form(avro).equals(form(AvroSchemas.of(schema, AvroSettings.DEFAULTS)));
  }

  private static String form(org.apache.avro.Schema avro) {
    return SchemaNormalization.toParsingForm(avro);
  }
}
