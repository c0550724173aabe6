package io.deltacdf.connect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallReadsTest {
  private final SmallReads reads = new SmallReads();
  private final RawLocalFileSystem disk = new RawLocalFileSystem();
  @TempDir Path dir;

  @BeforeEach
  void initialize() throws IOException {
    disk.initialize(URI.create("file:///"), new Configuration());
  }

  private byte[] read(Path file, long offset, int length) throws IOException {
    return reads.read(
        disk, requests -> {}, new org.apache.hadoop.fs.Path(file.toUri()), offset, length);
  }

  private Path file(String name, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    return Files.write(dir.resolve(name), bytes);
  }

  @Test
  void aRangeIsReadOnce() throws IOException {
    Path file = file("a", 100);
    assertThat(read(file, 0, 100)).isEqualTo(Files.readAllBytes(file));
    assertThat(read(file, 10, 3)).containsExactly(10, 11, 12);

    Files.delete(file);
    assertThat(read(file, 0, 100)).hasSize(100);
    assertThat(read(file, 10, 3)).containsExactly(10, 11, 12);
    assertThatThrownBy(() -> read(file, 11, 3)).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aFileThatEndsBeforeTheRangeIsAnError() throws IOException {
    Path file = file("a", 100);

    assertThatThrownBy(() -> read(file, 0, 101)).isInstanceOf(EOFException.class);
    assertThat(read(file, 0, 100)).hasSize(100);
  }

  @Test
  void largeReadsAreNotCached() throws IOException {
    Path file = file("a", SmallReads.MAX_LENGTH + 1);
    assertThat(read(file, 0, SmallReads.MAX_LENGTH + 1)).isEqualTo(Files.readAllBytes(file));

    Files.delete(file);
    assertThatThrownBy(() -> read(file, 0, SmallReads.MAX_LENGTH + 1))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void theLeastRecentlyUsedReadsAreEvicted() throws IOException {
    Path first = file("first", SmallReads.MAX_LENGTH);
    Path second = file("second", SmallReads.MAX_LENGTH);
    read(first, 0, SmallReads.MAX_LENGTH);
    read(second, 0, SmallReads.MAX_LENGTH);
    Path many = file("many", SmallReads.MAX_LENGTH + 15);
    for (int i = 0; i < 15; i++) {
      read(many, i, SmallReads.MAX_LENGTH);
      read(first, 0, SmallReads.MAX_LENGTH);
    }

    Files.delete(first);
    Files.delete(second);
    assertThat(read(first, 0, SmallReads.MAX_LENGTH)).hasSize(SmallReads.MAX_LENGTH);
    assertThatThrownBy(() -> read(second, 0, SmallReads.MAX_LENGTH))
        .isInstanceOf(FileNotFoundException.class);
  }
}
