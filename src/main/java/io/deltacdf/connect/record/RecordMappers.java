package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.change.KeyResolver;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.UnsafeSchemaChange;
import io.deltacdf.connect.offset.KeyForm;
import io.deltacdf.connect.offset.KeyIdentity;
import io.deltacdf.connect.offset.PublishedForm;
import io.deltacdf.connect.record.body.RowBodies;
import io.deltacdf.connect.record.value.RequiredNulls;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the mappers of a table, version by version, and checks that consumers can follow the
 * changes of its schema. Equal table schemas share a mapper, and equal Connect schemas are one
 * instance, since converters cache schemas by identity. Not thread-safe.
 */
final class RecordMappers {
  private static final Logger LOG = LoggerFactory.getLogger(RecordMappers.class);

  /**
   * The mappers of a version.
   *
   * @param before maps rows with the table schema before the commit, such as deleted rows
   * @param after maps rows with the table schema after the commit
   */
  record OfVersion(RecordMapper before, RecordMapper after) {}

  private final TableConfig table;
  private final RecordConfig records;
  private final PublishedColumns publishedColumns;
  private final KeyResolver keyResolver;
  private final ValueSchemas valueSchemas;
  private final KeyMappers keyMappers;
  private final RequiredNulls requiredNulls;
  private final RowBodies bodies;

  /** The mappers of the last version, the one after its commit first; empty before any version. */
  private List<RecordMapper> last = List.of();

  /** The form of the records of an earlier run; null if there was none. */
  private @Nullable PublishedForm resumed;

  RecordMappers(TableConfig table, RecordConfig records) {
    this.table = table;
    this.records = records;
    this.publishedColumns = new PublishedColumns(table);
    this.keyResolver = new KeyResolver(table.name(), table.key());
    this.valueSchemas = new ValueSchemas(table.name(), records);
    this.bodies = new RowBodies(table.name());
    this.requiredNulls = new RequiredNulls(table.name());
    this.keyMappers = new KeyMappers(table.name(), records, valueSchemas);
  }

  /**
   * Notes that an earlier run published records, so the first version may change the schema.
   *
   * @param form what the stored offset says of these records
   */
  void resume(PublishedForm form) {
    resumed = form;
    if (form.keyIdentity().isPresent()) {
      keyResolver.resume(KeyIdentity.parse(form.keyIdentity().get())::matches);
    } else {
      form.keyForm().ifPresent(text -> keyResolver.resume(KeyForm.parse(text)::matches));
    }
  }

  /** Checks that a schema can follow the records of the earlier run; see {@link #next}. */
  void checkResumed(TableSchema schema, long version) {
    checkResumed(mapper(schema, version, last), version);
  }

  /** The first version after a restart is compared with what the earlier run has published. */
  private void checkResumed(RecordMapper first, long version) {
    PublishedForm form = resumed;
    if (form == null || !last.isEmpty()) {
      return;
    }
    form.keyForm()
        .map(KeyForm::parse)
        .filter(stored -> !stored.isSameAs(first.keyForm()))
        .ifPresent(
            stored -> {
              throw RecordErrors.keyFormChanged(table, version, stored, first.keyForm());
            });
    form.columns()
        .map(ColumnNames::parse)
        .ifPresent(names -> publishedColumns.checkRenames(names, first.schema(), version));
    if (!form.types().equals(first.form().types())) {
      form.types()
          .flatMap(PublishedTypes::parse)
          .map(stored -> UnsafeSchemaChanges.between(stored, valueSchemas, first))
          .ifPresent(changes -> reportTypeChanges(changes, version));
    }
  }

  /**
   * Returns the mappers of the next version.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID, COLUMN_UNSUPPORTED or
   *     UNSAFE_SCHEMA_CHANGE
   */
  OfVersion next(TableSchema schemaBefore, TableSchema schemaAfter, long version) {
    RecordMapper before = mapper(schemaBefore, version, last);
    checkResumed(before, version);
    RecordMapper published = last.isEmpty() ? before : last.get(0);
    RecordMapper after = mapper(schemaAfter, version, List.of(published, before));
    if (!published.schema().equals(after.schema())) {
      publishedColumns.checkRenames(published.schema(), after.schema(), version);
    }
    // The first published version is never unsafe: there is nothing to compare it with.
    if (resumed != null || !last.isEmpty()) {
      checkTypeChanges(published, after, version);
    }
    last = List.of(after, before);
    return new OfVersion(before, after);
  }

  /** Checks that a schema can be published. */
  void check(TableSchema schema, long version) {
    mapper(schema, version, List.of());
  }

  private void checkTypeChanges(RecordMapper before, RecordMapper after, long version) {
    if (before.published().equals(after.published())) {
      return;
    }
    reportTypeChanges(UnsafeSchemaChanges.between(before, after), version);
  }

  private void reportTypeChanges(List<TypeChange> changes, long version) {
    if (changes.isEmpty()) {
      return;
    }
    if (table.unsafeSchemaChange() == UnsafeSchemaChange.FAIL) {
      throw RecordErrors.unsafeSchemaChange(table, version, changes);
    }
    LOG.warn(
        "Version {} of table '{}' changes the type of {}. Consumers may misread it"
            + " (unsafe.schema.change=publish).",
        version,
        table.name(),
        RecordErrors.list(changes));
  }

  private RecordMapper mapper(TableSchema schema, long version, List<RecordMapper> known) {
    for (RecordMapper mapper : known) {
      if (mapper.schema().equals(schema)) {
        return mapper;
      }
    }
    int[] columns = publishedColumns.ordinals(schema, version);
    TableSchema published = schema.select(columns);
    Schema value = shared(valueSchemas.valueSchema(published), known);
    KeyColumns key = keyResolver.resolve(schema, version);
    KeyMapper keys = keyMappers.create(schema, key, version);
    KeyForm keyForm = keyMappers.form(table.key(), schema, key);
    return new RecordMapper(
        schema,
        published,
        IntStream.concat(Arrays.stream(columns), Arrays.stream(key.toArray()))
            .distinct()
            .sorted()
            .toArray(),
        key,
        keyForm,
        new PublishedForm(
            keyResolver.identity(schema, key),
            Optional.of(keyForm.toString()),
            PublishedTypes.text(published),
            table.columns().entries().isEmpty() ? Optional.empty() : ColumnNames.text(schema)),
        keys,
        valueMapper(schema, published, columns, value));
  }

  private ValueMapper valueMapper(
      TableSchema schema, TableSchema published, int[] columns, Schema value) {
    if (!records.envelope()) {
      return new RowMapper(published, columns, value, records, requiredNulls, bodies);
    }
    Schema row = value.field(EnvelopeSchemas.AFTER).schema();
    return new EnvelopeMapper(
        new EnvelopeSource(table.name(), records.topicPrefix()),
        schema,
        value,
        new RowMapper(published, columns, row, records, requiredNulls, bodies),
        // A converted row before a change may lack what only the later schema requires.
        new RowMapper(published, columns, row, records, null, bodies),
        new RowMapper(published, columns, row, records, requiredNulls, bodies),
        bodies);
  }

  /** Returns the instance that records already have, if there is an equal one. */
  private static Schema shared(Schema schema, List<RecordMapper> known) {
    return known.stream()
        .map(mapper -> mapper.values().schema())
        .filter(schema::equals)
        .findFirst()
        .orElse(schema);
  }
}
