package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Checks tables that were discovered. A table that cannot be published is skipped. */
public final class DiscoveredTableChecks {
  /**
   * What the checks of some tables found.
   *
   * @param ids the ids of the tables that were read, by name
   * @param problems why tables cannot be published, by name
   */
  public record Outcome(Map<String, String> ids, Map<String, Problem> problems) {}

  /**
   * Why a table cannot be published.
   *
   * @param isCertain whether this is a fact about the table, and not a failure of the store
   */
  public record Problem(String text, boolean isCertain) {}

  private final TableOpener opener;
  private final Storage storage;
  private final Duration limit;

  /**
   * @param limit the time that the checks of all tables may take together
   */
  public DiscoveredTableChecks(Storage storage, Duration limit) {
    this.opener = DeltaTables::open;
    this.storage = storage;
    this.limit = limit;
  }

  /**
   * Checks tables whose names and paths differ.
   *
   * @param connector the validation of their connector's options
   * @throws InterruptedException if the thread was interrupted
   */
  public Outcome check(ConfigValidation connector, List<TableConfig> tables)
      throws InterruptedException {
    ValidationSink sink = new ValidationSink(connector);
    ListedColumns columns = ListedColumns.ofDiscovered(sink);
    TableCheck check = new TableCheck(opener, storage, connector.records(), columns, sink);
    Map<String, Problem> problems = new HashMap<>();
    Map<String, String> ids =
        ParallelChecks.run(
            tables, check, limit, (table, failure) -> problems.put(table.name(), problem(failure)));
    columns.report(tables);
    return new Outcome(ids, problems);
  }

  private static Problem problem(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return new Problem("It was not read in time. Check that the store is reachable.", false);
    }
    String text = Redaction.hide(String.valueOf(failure.getMessage()));
    return failure instanceof DeltaCdfException known
        ? new Problem(text, ValidationSink.isCertain(known))
        : new Problem(failure.getClass().getName() + ": " + text, false);
  }
}
