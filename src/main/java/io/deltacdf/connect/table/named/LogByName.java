package io.deltacdf.connect.table.named;

import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The log of a table that is looked up in its catalog when the log is first read. */
final class LogByName implements CommitLog {
  private final Supplier<CommitLog> opener;
  private final LogPosition start;
  private @Nullable CommitLog log;

  /**
   * @param opener looks the table up, and follows its log
   */
  LogByName(Supplier<CommitLog> opener, LogPosition start) {
    this.opener = opener;
    this.start = start;
  }

  private CommitLog log() {
    CommitLog opened = log;
    if (opened == null) {
      opened = opener.get();
      log = opened;
    }
    return opened;
  }

  @Override
  public @Nullable Commit next() {
    return log().next();
  }

  @Override
  public @Nullable TableState state() {
    return log().state();
  }

  @Override
  public long latestVersion() {
    return log == null ? start.version() : log.latestVersion();
  }

  @Override
  public LogPosition position() {
    return log == null ? start : log.position();
  }

  @Override
  public void requireSameTable() {
    log().requireSameTable();
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
  }
}
