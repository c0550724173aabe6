package io.deltacdf.connect.testing.catalog;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultGenericVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.unitycatalog.UCCatalogManagedClient;
import io.delta.kernel.unitycatalog.UCTableIdentifier;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.storage.commit.TableIdentifier;
import io.delta.storage.commit.uccommitcoordinator.UCDeltaTokenBasedRestClient;
import io.deltacdf.connect.testing.tables.SchemaParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * A catalog-managed table that Delta Kernel writes, and commits with Delta's own client of Unity
 * Catalog. Kernel has no updates: {@link #replace} removes all files and adds another one.
 */
public final class KernelTable implements AutoCloseable {
  private static final String ENGINE_NAME = "kernel-of-the-tests";

  private final Engine engine;
  private final UCDeltaTokenBasedRestClient client;
  private final UCCatalogManagedClient kernel;
  private final CatalogTable entry;
  private final UCTableIdentifier identifier;

  private KernelTable(Engine engine, UCDeltaTokenBasedRestClient client, CatalogTable entry) {
    this.engine = engine;
    this.client = client;
    this.kernel = new UCCatalogManagedClient(client);
    this.entry = entry;
    this.identifier = identifier(entry.name());
  }

  private static UCTableIdentifier identifier(String name) {
    String[] parts = name.split("\\.");
    return new UCTableIdentifier(parts[0], parts[1], parts[2]);
  }

  /**
   * Creates a table and its version 0, which is published.
   *
   * @param location of the local disk
   * @param schema in SQL's notation
   */
  public static KernelTable create(
      CatalogServer server,
      String name,
      String location,
      String schema,
      Map<String, String> properties) {
    Engine engine = DefaultEngine.create(new Configuration());
    UCDeltaTokenBasedRestClient client = client(server);
    new UCCatalogManagedClient(client)
        .buildCreateTableTransaction(
            server.tables().stage(location).toString(),
            location,
            SchemaParser.schema(schema),
            ENGINE_NAME,
            identifier(name))
        .withTableProperties(properties)
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());
    return new KernelTable(engine, client, server.tables().get(name));
  }

  /** Opens a table that the catalog knows. */
  public static KernelTable open(CatalogServer server, CatalogTable entry) {
    return new KernelTable(DefaultEngine.create(new Configuration()), client(server), entry);
  }

  private static UCDeltaTokenBasedRestClient client(CatalogServer server) {
    return new UCDeltaTokenBasedRestClient(
        Map.of(
            "uri",
            server.uri(),
            "auth.type",
            "static",
            "auth.token",
            CatalogTokens.TOKEN,
            "credentialVending.enabled",
            "false"),
        Configuration::new);
  }

  /** Returns what the catalog knows of the table. */
  public CatalogTable entry() {
    return entry;
  }

  /** Returns the path as an option of the connector. */
  public String path() {
    return "uc://" + entry.name();
  }

  /** Appends rows, whose values have Kernel's types. */
  public long append(List<Map<String, Object>> rows) {
    Transaction transaction = begin(snapshot());
    return commit(transaction, added(transaction, rows));
  }

  /** Replaces all rows. */
  public long replace(List<Map<String, Object>> rows) {
    Snapshot before = snapshot();
    Transaction transaction = begin(before);
    List<Row> actions = removed(before);
    actions.addAll(added(transaction, rows));
    return commit(transaction, actions);
  }

  /** Changes properties. */
  public long setProperties(Map<String, String> properties) {
    return snapshot()
        .buildUpdateTableTransaction(ENGINE_NAME, Operation.MANUAL_UPDATE)
        .withTablePropertiesAdded(properties)
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable())
        .getVersion();
  }

  /** Publishes all commits, and tells the catalog. */
  public void publish() {
    try {
      Snapshot published = snapshot().publish(engine);
      client.commit(
          entry.id().toString(),
          URI.create(entry.location()),
          new TableIdentifier(
              new String[] {identifier.getCatalogName(), identifier.getSchemaName()},
              identifier.getTableName()),
          Optional.empty(),
          Optional.of(published.getVersion()),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty());
    } catch (Exception e) {
      throw new IllegalStateException("Cannot publish " + entry.name(), e);
    }
  }

  /** Loads the latest version with Kernel, as the catalog names it. */
  public Snapshot snapshot() {
    return kernel.loadSnapshot(
        engine,
        entry.id().toString(),
        entry.location(),
        identifier,
        Optional.empty(),
        Optional.empty());
  }

  private Transaction begin(Snapshot before) {
    return before.buildUpdateTableTransaction(ENGINE_NAME, Operation.WRITE).build(engine);
  }

  private long commit(Transaction transaction, List<Row> actions) {
    return transaction
        .commit(
            engine,
            CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())))
        .getVersion();
  }

  private List<Row> added(Transaction transaction, List<Map<String, Object>> rows) {
    StructType schema = transaction.getSchema(engine);
    ColumnVector[] columns =
        schema.fields().stream().map(field -> column(field, rows)).toArray(ColumnVector[]::new);
    FilteredColumnarBatch batch =
        new FilteredColumnarBatch(
            new DefaultColumnarBatch(rows.size(), schema, columns), Optional.empty());
    Row state = transaction.getTransactionState(engine);
    DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
    try (CloseableIterator<FilteredColumnarBatch> physical =
            Transaction.transformLogicalData(
                engine, state, Utils.singletonCloseableIterator(batch), Map.of());
        CloseableIterator<DataFileStatus> files =
            engine
                .getParquetHandler()
                .writeParquetFiles(
                    context.getTargetDirectory(), physical, context.getStatisticsColumns());
        CloseableIterator<Row> actions =
            Transaction.generateAppendActions(engine, state, files, context)) {
      return actions.toInMemoryList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write to " + entry.location(), e);
    }
  }

  private static ColumnVector column(StructField field, List<Map<String, Object>> rows) {
    return DefaultGenericVector.fromArray(
        field.getDataType(), rows.stream().map(row -> row.get(field.getName())).toArray());
  }

  private List<Row> removed(Snapshot before) {
    List<Row> actions = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        before.getScanBuilder().build().getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            Row add = rows.next().getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL);
            actions.add(
                SingleAction.createRemoveFileSingleAction(
                    new AddFile(add)
                        .toRemoveFileRow(true, Optional.of(System.currentTimeMillis()))));
          }
        }
      }
      return actions;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + entry.location(), e);
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the client", e);
    }
  }
}
