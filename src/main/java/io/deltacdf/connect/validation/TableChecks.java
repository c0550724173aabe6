package io.deltacdf.connect.validation;

import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.change.KeyResolver;
import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.Secrets;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.TableOptions;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.record.RecordFactory;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the tables of a configuration before it is accepted. Only what is certain is an error:
 * no table at the path, a feature that cannot be read, a column that cannot be published, a key
 * that cannot be one, a listed column that does not exist. A store that fails, or is too slow, is a
 * warning in the log, so that it never blocks the change of configuration that mends it.
 */
public final class TableChecks {
  private static final Logger LOG = LoggerFactory.getLogger(TableChecks.class);

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int THREADS = 8;

  /** Opens a table as {@link DeltaTables#open} does. */
  @FunctionalInterface
  public interface Opener {
    DeltaTable open(String name, String path, Storage storage);
  }

  private final Opener opener;
  private final Duration limit;

  /** Looks at tables within 10 seconds. */
  public TableChecks() {
    this(DeltaTables::open, LIMIT);
  }

  /**
   * @param opener opens the tables
   * @param limit how long all tables may take together
   */
  public TableChecks(Opener opener, Duration limit) {
    this.opener = opener;
    this.limit = limit;
  }

  /** Looks at every table whose own options are valid, and adds what is wrong to its options. */
  public void check(ConfigValidation validation) {
    List<TableConfig> tables = validation.tables();
    if (tables.isEmpty()) {
      return;
    }
    Report report = new Report(validation, Secrets.of(validation.hadoop()));
    Storage storage = Storage.open(validation.hadoop());
    ListedColumns listed = new ListedColumns();
    Looker looker = new Looker(opener, storage, validation.records(), listed);
    long deadline = System.nanoTime() + limit.toNanos();
    // Threads of their own for each call: those of an earlier one may hang in a store.
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(tables.size(), THREADS), TableChecks::daemon);
    try {
      Map<TableConfig, Future<?>> looks = new LinkedHashMap<>();
      tables.forEach(table -> looks.put(table, threads.submit(() -> looker.lookAt(table))));
      for (Map.Entry<TableConfig, Future<?>> look : looks.entrySet()) {
        await(look.getKey(), look.getValue(), deadline, report);
      }
      listed.report(validation, tables);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      LOG.warn("Interrupted while looking at the tables; those left were not looked at");
    } finally {
      threads.shutdownNow();
      storage.close();
    }
  }

  private void await(TableConfig table, Future<?> check, long deadline, Report report)
      throws InterruptedException {
    try {
      check.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      report.warn(
          table, "it was not read within " + limit.toMillis() + " ms; is the store reachable?");
    } catch (ExecutionException e) {
      report.failure(table, e.getCause());
    }
  }

  private static Thread daemon(Runnable check) {
    Thread thread = new Thread(check, "delta-cdf-table-check");
    thread.setDaemon(true);
    thread.setContextClassLoader(TableChecks.class.getClassLoader());
    return thread;
  }

  /** Reads a table's newest version; touches nothing that other threads do. */
  private record Looker(
      Opener opener, Storage storage, Optional<RecordConfig> records, ListedColumns listed) {
    void lookAt(TableConfig table) {
      DeltaTable opened = opener.open(table.name(), table.path(), storage);
      TableSnapshot latest = opened.latestSnapshot();
      TableState state = latest.state();
      listed.lookAt(table, opened, state.schema());
      checkChangeFeed(table, state);
      if (isKeyRenamed(table, state.schema())) {
        LOG.warn(
            "Table '{}' ({}) has no column for each of its key columns {} in version {}. If one was"
                + " renamed, it is found from the table's stored offset; without one the task will"
                + " fail, and needs the new name",
            table.name(),
            table.path(),
            table.key(),
            latest.version());
      } else if (records.isPresent()) {
        RecordFactory.check(table, records.get(), state.schema(), latest.version());
      } else {
        new KeyResolver(table.name(), table.key()).resolve(state.schema(), latest.version());
      }
    }

    /** Whether a key column is missing that may have had its name in an earlier version. */
    private static boolean isKeyRenamed(TableConfig table, TableSchema schema) {
      Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
      boolean mapped = false;
      for (Field column : schema.fields()) {
        names.add(column.name());
        names.add(column.physicalName());
        mapped |= !column.name().equals(column.physicalName());
      }
      return mapped && !names.containsAll(table.key());
    }

    private static void checkChangeFeed(TableConfig table, TableState state) {
      if (state.changeFeedEnabled() || table.snapshotMode() == SnapshotMode.INITIAL_ONLY) {
        return;
      }
      if (table.changeFeed() == ChangeFeed.REQUIRE) {
        throw ValidationErrors.changeFeedIsOff(table);
      }
      boolean consolidated = table.consolidation() == Consolidation.KEY;
      if (ChangeSource.underAuto(state, consolidated) == ChangeSource.APPENDED) {
        LOG.warn(
            "The change data feed of table '{}' ({}) is off, and it has neither a key to put"
                + " changes together by nor row tracking: the first commit that does more than"
                + " append rows will fail. Set the table property delta.enableChangeDataFeed=true",
            table.name(),
            table.path());
      }
    }
  }

  /** Sorts failures into errors and warnings; shows no secret. */
  private record Report(ConfigValidation validation, Secrets secrets) {
    void failure(TableConfig table, Throwable failure) {
      String message = String.valueOf(failure.getMessage());
      if (failure instanceof DeltaCdfException known) {
        switch (known.code()) {
          case NOT_A_TABLE, UNSUPPORTED_FEATURE, UNSUPPORTED_STORE, COLUMN_UNSUPPORTED ->
              error(table, TableOptions.PATH, message);
          case CHANGE_FEED_OFF -> error(table, SourceOptions.CHANGE_FEED, message);
          case KEY_INVALID -> error(table, SourceOptions.KEY, message);
          default -> warn(table, message);
        }
      } else {
        warn(table, failure.getClass().getName() + ": " + message);
      }
    }

    void error(TableConfig table, String option, String message) {
      validation.error(TableOptions.of(table.name(), option), secrets.hideIn(message));
    }

    void warn(TableConfig table, String message) {
      LOG.warn(
          "Table '{}' ({}) could not be looked at and is taken as it is configured: {}",
          table.name(),
          table.path(),
          secrets.hideIn(message));
    }
  }
}
