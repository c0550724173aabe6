package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.RequestLimit;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;

/**
 * Checks the tables of a configuration before it is accepted. Only what is certain is an error: no
 * table at the path, a feature that is not supported, a column that cannot be published, a key that
 * is not valid, a listed column that does not exist. If a store fails or is too slow, this is a
 * warning in the log, so that it never prevents the change of configuration that fixes it.
 */
public final class TableChecks {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final TableOpener opener;
  private final Duration limit;

  /** Checks all tables within 10 seconds. */
  public TableChecks() {
    this(DeltaTables::open, LIMIT);
  }

  /**
   * Checks all tables within a time limit.
   *
   * @param opener opens the tables
   * @param limit the time that the checks of all tables may take together
   */
  public TableChecks(TableOpener opener, Duration limit) {
    this.opener = opener;
    this.limit = limit;
  }

  /** Checks every table whose options are valid, and adds what is wrong to these options. */
  public void check(ConfigValidation validation) {
    List<TableConfig> tables = validation.tables();
    if (tables.isEmpty()) {
      return;
    }
    ValidationSink sink = new ValidationSink(validation);
    Storage storage =
        Storage.open(
            validation.hadoop(), RequestLimit.perSecond(validation.storeRequestsPerSecond()));
    ListedColumns listedColumns = ListedColumns.ofListed(sink, validation.discovery().isPresent());
    TableCheck check = new TableCheck(opener, storage, validation.records(), listedColumns, sink);
    try {
      String remedy = remedy(validation.storeRequestsPerSecond());
      ParallelChecks.run(
          tables, check, limit, (table, failure) -> report(table, failure, remedy, sink));
      listedColumns.report(tables);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      sink.warn("Interrupted while checking the tables; the remaining tables are not checked");
    } finally {
      storage.close();
    }
  }

  /** Returns what may help if the tables were not read in time. */
  private static String remedy(OptionalInt requestsPerSecond) {
    String reachable = "Check that the store is reachable";
    return requestsPerSecond.isEmpty()
        ? reachable + "."
        : reachable
            + ", and whether store.requests.per.second="
            + requestsPerSecond.getAsInt()
            + " allows the tables to be read in this time, beside the tasks of this worker.";
  }

  private void report(TableConfig table, Throwable failure, String remedy, ValidationSink sink) {
    if (failure instanceof TimeoutException) {
      sink.notChecked(table, "it was not read within " + limit.toMillis() + " ms. " + remedy);
    } else {
      sink.failure(table, failure);
    }
  }
}
