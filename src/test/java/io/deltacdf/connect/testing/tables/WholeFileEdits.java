package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructType;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commits that add and remove whole files. Like Spark's, they have no cdc files. */
final class WholeFileEdits {
  private final TestTable table;

  WholeFileEdits(TestTable table) {
    this.table = table;
  }

  /** {@code DELETE} without a condition on data columns: removes whole files. */
  long delete(List<DataFile> files) {
    CommitBuilder commit = table.commit().operation("DELETE");
    files.forEach(commit::remove);
    return commit.write();
  }

  long overwrite(StructType schema, List<Map<String, Object>> rows) {
    CommitBuilder commit = table.commit().operation("WRITE").parameter("mode", "Overwrite");
    if (!schema.equals(table.schema())) {
      commit.schema(schema);
    }
    table.files().forEach(commit::remove);
    return (rows.isEmpty() ? commit : commit.addRows(rows)).write();
  }

  /** Dynamic partition overwrite: replaces the partitions to which the rows belong. */
  long overwritePartitions(List<Map<String, Object>> rows) {
    CommitBuilder commit = table.commit().operation("WRITE").parameter("mode", "Overwrite");
    List<DataFile> written = table.tableFiles().data(table.metadata(), rows, options -> {});
    Set<Map<String, String>> partitions = new HashSet<>();
    written.forEach(file -> partitions.add(file.partitionValues()));
    for (DataFile file : table.files()) {
      if (partitions.contains(file.partitionValues())) {
        commit.remove(file);
      }
    }
    written.forEach(commit::add);
    return commit.write();
  }

  /**
   * {@code RESTORE}: adds the files that only the restored version contains, and removes the files
   * that only the current version contains. A file whose deletion vector differs is both added and
   * removed. The metadata is restored as well.
   */
  long restore(long version) {
    TableState then = table.stateAt(version);
    CommitBuilder commit =
        table.commit().operation("RESTORE").parameter("version", String.valueOf(version));
    commit.metadata(then.metadata());
    Map<Path, LiveFile> now = new LinkedHashMap<>();
    table.liveFiles().forEach(file -> now.put(file.file().location(), file));
    for (LiveFile restored : then.files()) {
      LiveFile current = now.remove(restored.file().location());
      if (current == null) {
        commit.add(restored);
      } else if (!current.deleted().equals(restored.deleted())) {
        commit.add(restored).remove(current.file());
      }
    }
    now.values().forEach(file -> commit.remove(file.file()));
    return commit.write();
  }

  /**
   * Creates a shallow clone in another directory: version 0 adds the files by their absolute paths.
   */
  TestTable shallowClone(Path directory) {
    TableMetadata source = table.metadata();
    TableBuilder builder = TestTable.at(directory).schema(source.schema());
    builder.properties.putAll(source.properties());
    builder.partitionColumns = source.partitionColumns();
    builder.protocol = table.protocol();
    TestTable clone = new TestTable(builder);
    CommitBuilder commit =
        clone
            .commitCreation(builder)
            .operation("CLONE")
            .parameter("source", table.directory().toUri().toString())
            .deletionVectorsIn(DeletionVectorStorage.ABSOLUTE_PATH);
    for (LiveFile file : table.liveFiles()) {
      commit.add(file.file().withAbsolutePath(), file.deleted().rows());
    }
    commit.write();
    return clone;
  }
}
