package io.deltacdf.connect.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.StoreExceptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the reason is found for a file that cannot be read. */
class FileDiagnosisTest {
  private static final int SIZE = 10;

  @TempDir Path dir;
  private Path file;
  private Storage storage;
  private TableContext table;

  @BeforeEach
  void open() throws IOException {
    file = Files.write(dir.resolve("part-0.parquet"), new byte[SIZE]);
    storage = Storage.open(Map.of());
    table = TableContext.create("orders", dir.toString(), List.of(), storage);
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private DeltaCdfException diagnose(RuntimeException e) {
    return FileDiagnosis.diagnose(table, 7, table.logFiles().resolve("part-0.parquet"), SIZE, e);
  }

  private static RuntimeException storeFailure() {
    return new UncheckedIOException(StoreExceptions.of("connection reset"));
  }

  private static void assertFailure(DeltaCdfException failure, ErrorCode code, boolean retriable) {
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.isRetriable()).isEqualTo(retriable);
    assertThat(failure).hasMessageContaining("'orders'");
  }

  @Test
  void failureToGetTheSizeIsReportedWithTheFirstExceptionAsSuppressed() {
    storage.close();
    RuntimeException first = new ParquetDecodingException("invalid page");

    DeltaCdfException failure = diagnose(first);

    assertFailure(failure, ErrorCode.STORAGE, true);
    assertThat(failure).hasMessageContaining("is closed");
    assertThat(failure.getSuppressed()).containsExactly(first);
  }

  @Test
  void exceptionsOfKnownTypesAreTranslatedWithoutTheStore() {
    storage.close();
    RuntimeException missing = new UncheckedIOException(new FileNotFoundException("part-0"));
    RuntimeException encrypted = new ParquetCryptoRuntimeException("no key");

    DeltaCdfException missingFailure = diagnose(missing);
    DeltaCdfException encryptedFailure = diagnose(encrypted);

    assertFailure(missingFailure, ErrorCode.FILE_MISSING, false);
    assertThat(missingFailure).hasCause(missing).hasMessageContaining("version 7");
    assertFailure(encryptedFailure, ErrorCode.UNSUPPORTED_FEATURE, false);
    assertThat(encryptedFailure).hasCause(encrypted).hasMessageContaining("it is encrypted");
    assertThat(diagnose(encryptedFailure)).isSameAs(encryptedFailure);
  }

  @Test
  void storeFailureOfAFileOfTheLoggedSizeIsRetriable() {
    RuntimeException first = storeFailure();

    DeltaCdfException failure = diagnose(first);

    assertFailure(failure, ErrorCode.STORAGE, true);
    assertThat(failure).hasCause(first).hasMessageContainingAll("version 7", "connection reset");
  }

  @Test
  void storeFailureOfAMissingFileIsAMissingFile() throws IOException {
    Files.delete(file);
    RuntimeException first = storeFailure();

    DeltaCdfException failure = diagnose(first);

    assertFailure(failure, ErrorCode.FILE_MISSING, false);
    assertThat(failure).hasCause(first);
  }

  @Test
  void storeFailureOfATruncatedFileIsACorruptFile() throws IOException {
    Files.write(file, new byte[SIZE - 1]);
    RuntimeException first = storeFailure();

    DeltaCdfException failure = diagnose(first);

    assertFailure(failure, ErrorCode.FILE_CORRUPT, false);
    assertThat(failure).hasCause(first).hasMessageContaining("9 bytes, but the log says 10");
  }

  @Test
  void pageThatCannotBeDecodedIsACorruptFileEvenIfParquetThrowsAnIoException() {
    RuntimeException first =
        new ParquetDecodingException("cannot decompress column s", new IOException("bad block"));

    DeltaCdfException failure = diagnose(first);

    assertFailure(failure, ErrorCode.FILE_CORRUPT, false);
    assertThat(failure).hasCause(first).hasMessageContaining("cannot decompress column s");
  }
}
