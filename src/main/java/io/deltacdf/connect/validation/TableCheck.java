package io.deltacdf.connect.validation;

import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.change.KeyResolver;
import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.PathPolicy;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.record.RecordFactory;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.storage.Storage;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the newest version of a table against its configuration. Several threads may check
 * different tables at the same time.
 *
 * @param records the form of records; empty if it is not valid, so that only keys are checked
 */
record TableCheck(
    TableOpener opener,
    Storage storage,
    Optional<RecordConfig> records,
    ListedColumns listedColumns,
    ValidationSink sink) {

  /**
   * Checks a table. What may turn out well is a warning.
   *
   * @return the id of the table; empty if there is no table yet
   * @throws DeltaCdfException if the table cannot be read, or cannot be published as configured
   */
  Optional<String> check(TableConfig config) {
    DeltaTable table = opener.open(config, storage);
    TableSnapshot latest;
    try {
      latest = table.latestSnapshot();
    } catch (DeltaCdfException e) {
      if (e.code() == ErrorCode.NOT_A_TABLE
          && config.pathPolicy().missing() == PathPolicy.Missing.WAIT) {
        sink.notChecked(config, String.valueOf(e.getMessage()));
        return Optional.empty();
      }
      throw e;
    }
    TableState state = latest.state();
    listedColumns.check(config, table, state.schema());
    checkChangeFeed(config, state);
    if (isKeyRenamed(config, table, latest)) {
      sink.warn(
          ("Version %d of table '%s' (%s) lacks some of the key columns %s. If a key column was"
                  + " renamed, the connector finds it by means of the stored offset of the table."
                  + " Without a stored offset the task will fail; then set 'key' to the new name.")
              .formatted(latest.version(), config.name(), config.path(), config.key()));
    } else if (records.isPresent()) {
      RecordFactory.check(config, records.get(), state.schema(), latest.version());
    } else {
      new KeyResolver(config.name(), config.key()).resolve(state.schema(), latest.version());
    }
    return Optional.of(state.tableId());
  }

  /**
   * Returns whether a key column is missing that may have had its name in an earlier version. Only
   * a table with column mapping can rename columns. A name that no version has is not a former one.
   */
  private boolean isKeyRenamed(TableConfig config, DeltaTable table, TableSnapshot latest) {
    TableSchema schema = latest.state().schema();
    Set<String> missing = FormerKeyColumns.missing(config.key(), schema);
    if (missing.isEmpty()
        || schema.fields().stream()
            .allMatch(column -> column.name().equals(column.physicalName()))) {
      return false;
    }
    try {
      Set<String> unknown = FormerKeyColumns.neverNamed(missing, table);
      if (!unknown.isEmpty()) {
        throw ValidationErrors.unknownKeyColumns(config, latest.version(), unknown, schema);
      }
    } catch (DeltaCdfException e) {
      if (e.code() == ErrorCode.KEY_INVALID) {
        throw e;
      }
      sink.notChecked(config, String.valueOf(e.getMessage()));
    }
    return true;
  }

  private void checkChangeFeed(TableConfig config, TableState state) {
    if (state.changeFeedEnabled() || config.snapshotMode() == SnapshotMode.INITIAL_ONLY) {
      return;
    }
    if (config.changeFeed() == ChangeFeed.REQUIRE) {
      throw ValidationErrors.changeFeedIsOff(config);
    }
    boolean consolidated = config.consolidation() == Consolidation.KEY;
    if (ChangeSource.underAuto(state, consolidated) == ChangeSource.APPENDED) {
      sink.warn(
          ("The change data feed of table '%s' (%s) is off, and the table has neither a key nor row"
                  + " tracking, by which changes could be derived from its files. The first commit"
                  + " that does more than append rows will fail. Set the table property"
                  + " delta.enableChangeDataFeed=true.")
              .formatted(config.name(), config.path()));
    }
  }
}
