package io.deltacdf.connect.table;

import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import java.util.Map;

/**
 * Lists the files of a table in a separate JVM and prints their number and the heap memory per
 * file, such as {@code 300000 files, 240 bytes each}. It does so for the newest snapshot and for
 * the commit of version 1.
 */
public final class ListingHeap {
  private ListingHeap() {}

  public static void main(String[] args) {
    try (Storage storage = Storage.open(Map.of())) {
      DeltaTable table = DeltaTables.open("files", args[0], storage);
      // Load the classes first, so that their memory is not counted.
      table.snapshotAt(0).files();
      long before = used();
      var snapshot = table.latestSnapshot().files();
      report(snapshot.size(), used() - before);
      snapshot.clear();
      before = used();
      try (CommitLog log = table.follow(LogPosition.before(1))) {
        Commit commit = log.next();
        report(commit.files().size(), used() - before);
      }
    }
  }

  private static void report(int files, long bytes) {
    System.out.println(files + " files, " + bytes / files + " bytes each");
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
