package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.checkpoints.SidecarFile;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Writes checkpoints of the newest version of a table in all forms that the protocol has. */
public enum CheckpointFiles {
  /** One Parquet file. */
  CLASSIC,
  /** Several Parquet files, which are complete together. */
  MULTIPART,
  /** A Parquet file that names a sidecar with the files of the table. */
  V2_PARQUET,
  /** A JSON file that names a sidecar with the files of the table. */
  V2_JSON;

  private static final String UUID = "80a083e8-7026-4e79-81be-64bd76c43a11";
  private static final StructType MANIFEST =
      new StructType()
          .add("checkpointMetadata", new StructType().add("version", LongType.LONG))
          .add("protocol", Protocol.FULL_SCHEMA)
          .add("metaData", Metadata.FULL_SCHEMA)
          .add("sidecar", SidecarFile.READ_SCHEMA);

  /** Whether tables need the feature {@code v2Checkpoint}. */
  public boolean isV2() {
    return this == V2_PARQUET || this == V2_JSON;
  }

  /** Writes a checkpoint and returns its files, the sidecar last. Writes no checksums of Hadoop. */
  public List<Path> write(TestTable table) throws IOException {
    Path log = table.directory().resolve("_delta_log");
    table.checkpoint();
    try (var files = Files.list(log)) {
      for (Path checksum : files.filter(file -> file.toString().endsWith(".crc")).toList()) {
        Files.delete(checksum);
      }
    }
    String prefix = String.format(Locale.ROOT, "%020d.checkpoint.", table.version());
    Path classic = log.resolve(prefix + "parquet");
    return switch (this) {
      case CLASSIC -> List.of(classic);
      case MULTIPART -> {
        // The first part has no files, and the second has the other actions, too.
        Path lines = log.resolve(prefix + "0000000001.0000000002.json");
        Files.write(lines, protocolAndMetadata(table));
        Path second = log.resolve(prefix + "0000000002.0000000002.parquet");
        Files.move(classic, second);
        Files.delete(log.resolve("_last_checkpoint"));
        yield List.of(toParquet(lines), second);
      }
      case V2_PARQUET, V2_JSON -> {
        Path sidecar = log.resolve("_sidecars/3a0d65cd-4056-49b8-937b-95f9e3ee90e5.parquet");
        Files.createDirectories(sidecar.getParent());
        Files.move(classic, sidecar);
        Files.delete(log.resolve("_last_checkpoint"));
        Path manifest = log.resolve(prefix + UUID + ".json");
        Files.write(manifest, manifest(table, sidecar));
        yield List.of(this == V2_JSON ? manifest : toParquet(manifest), sidecar);
      }
    };
  }

  private static List<String> manifest(TestTable table, Path sidecar) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> lines = new ArrayList<>();
    lines.add("{\"checkpointMetadata\":{\"version\":" + table.version() + "}}");
    lines.addAll(protocolAndMetadata(table));
    ObjectNode action = json.createObjectNode();
    action
        .putObject("sidecar")
        .put("path", sidecar.getFileName().toString())
        .put("sizeInBytes", Files.size(sidecar))
        .put("modificationTime", 1L);
    lines.add(json.writeValueAsString(action));
    return lines;
  }

  private static List<String> protocolAndMetadata(TestTable table) throws IOException {
    return Files.readAllLines(table.faults().commitFile(0)).stream()
        .filter(line -> line.startsWith("{\"protocol\"") || line.startsWith("{\"metaData\""))
        .toList();
  }

  private static Path toParquet(Path manifest) throws IOException {
    Engine engine = DefaultEngine.create(new Configuration());
    String name = manifest.getFileName().toString();
    Path parquet = manifest.resolveSibling(name.replace(".json", ".parquet"));
    FileStatus status = FileStatus.of(manifest.toString(), Files.size(manifest), 0);
    try (CloseableIterator<ColumnarBatch> batches =
        engine
            .getJsonHandler()
            .readJsonFiles(Utils.singletonCloseableIterator(status), MANIFEST, Optional.empty())) {
      engine
          .getParquetHandler()
          .writeParquetFileAtomically(
              parquet.toString(),
              batches.map(batch -> new FilteredColumnarBatch(batch, Optional.empty())));
    }
    Files.delete(manifest);
    Files.deleteIfExists(parquet.resolveSibling("." + parquet.getFileName() + ".crc"));
    return parquet;
  }
}
