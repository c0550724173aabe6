package io.deltacdf.connect.table;

import io.deltacdf.connect.table.storage.ParquetInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/** Reads the footers of files. */
final class ParquetFooters {
  private ParquetFooters() {}

  static ParquetMetadata read(TableContext table, ChangedFile file) {
    String path = table.resolve(file);
    try {
      return table.footers().of(ParquetInput.of(table.storage(), path, file.size()));
    } catch (IOException e) {
      throw FileDiagnosis.diagnose(
          table, file.version(), path, file.size(), new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw FileDiagnosis.diagnose(table, file.version(), path, file.size(), e);
    }
  }
}
