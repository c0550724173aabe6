package io.deltacdf.connect.table.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishedLaterTest {
  private static final Optional<String> GONE = Optional.empty();

  @Test
  void readsTheStagedFile() throws IOException {
    assertThat(text(Optional.of("staged"), Optional.of("published"), true)).isEqualTo("staged");
  }

  @Test
  void readsThePublishedFileIfThereIsNoStagedOneWhenItIsOpened() throws IOException {
    assertThat(text(GONE, Optional.of("published"), false)).isEqualTo("published");
  }

  /** As S3A, which opens a file when it is first read. */
  @Test
  void readsThePublishedFileIfThereIsNoStagedOneWhenItIsRead() throws IOException {
    assertThat(text(GONE, Optional.of("published"), true)).isEqualTo("published");
    try (SeekableInputStream stream = stream(GONE, Optional.of("published"), true)) {
      stream.seek(3);
      byte[] read = new byte[4];
      stream.readFully(read, 0, 4);
      assertThat(new String(read, UTF_8)).isEqualTo("lish");
      assertThat(stream.getPos()).isEqualTo(7);
    }
  }

  @Test
  void failsIfThereIsNeither() {
    for (boolean lazily : new boolean[] {true, false}) {
      assertThatThrownBy(() -> text(GONE, GONE, lazily)).isInstanceOf(FileNotFoundException.class);
    }
  }

  private static String text(Optional<String> staged, Optional<String> published, boolean lazily)
      throws IOException {
    try (SeekableInputStream stream = stream(staged, published, lazily)) {
      return new String(stream.readAllBytes(), UTF_8);
    }
  }

  private static SeekableInputStream stream(
      Optional<String> staged, Optional<String> published, boolean lazily) throws IOException {
    return new PublishedLater(new File(staged, lazily), new File(published, lazily)).newStream();
  }

  /**
   * A file that may be gone.
   *
   * @param lazily whether it is only noticed by a read
   */
  private record File(Optional<String> content, boolean lazily) implements InputFile {
    @Override
    public long length() {
      return content.orElse("").length();
    }

    @Override
    public String path() {
      return "file";
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      if (content.isEmpty() && !lazily) {
        throw new FileNotFoundException("at the opening");
      }
      return new SeekableInputStream() {
        private int position;

        @Override
        public long getPos() {
          return position;
        }

        @Override
        public void seek(long to) {
          position = (int) to;
        }

        @Override
        public int read() throws IOException {
          String text = content.orElseThrow(() -> new FileNotFoundException("at the first read"));
          return position < text.length() ? text.charAt(position++) : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          int count = 0;
          while (count < length) {
            int next = read();
            if (next < 0) {
              break;
            }
            bytes[offset + count++] = (byte) next;
          }
          return count == 0 && length > 0 ? -1 : count;
        }

        @Override
        public void readFully(byte[] bytes, int offset, int length) throws IOException {
          for (int i = 0; i < length; i++) {
            bytes[offset + i] = (byte) read();
          }
        }
      };
    }
  }
}
