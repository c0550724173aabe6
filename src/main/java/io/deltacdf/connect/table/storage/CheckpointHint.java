package io.deltacdf.connect.table.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code _last_checkpoint}, whose version Delta Kernel starts to list the log from. If the
 * log has no such version, Kernel lists it again from each thousandth version before it, which may
 * never end; if the log has no checkpoint from there on, Kernel fails. Such a hint is therefore
 * treated like a missing file. This takes a listing, but only when a snapshot of the newest version
 * is loaded.
 */
final class CheckpointHint implements InputFile {
  static final String NAME = "_last_checkpoint";

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointHint.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final InputFile file;
  private final FileIO files;
  private final boolean ignored;

  /**
   * @param ignored whether the file is treated as missing, because files of the log are hidden
   */
  CheckpointHint(InputFile file, FileIO files, boolean ignored) {
    this.file = file;
    this.files = files;
    this.ignored = ignored;
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public String path() {
    return file.path();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    if (ignored) {
      throw new FileNotFoundException(path() + " is ignored");
    }
    byte[] content;
    try (SeekableInputStream in = file.newStream()) {
      content = in.readAllBytes();
    }
    long version = version(content);
    if (version < 0 || !isInLog(version)) {
      LOG.warn(
          "{} is ignored, because the log has no checkpoint of version {} or later",
          path(),
          version);
      throw new FileNotFoundException(path() + " names a checkpoint that does not exist");
    }
    return new Content(forKernel(version));
  }

  /**
   * Returns the hint as Delta Kernel needs it. It waits and reads the file again if other fields
   * are missing or damaged, although it uses only the version.
   */
  private static byte[] forKernel(long version) {
    return ("{\"version\":" + version + ",\"size\":1}").getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the version, or -1 if there is none. */
  private static long version(byte[] content) {
    try {
      JsonNode version = JSON.readTree(new String(content, StandardCharsets.UTF_8)).path("version");
      return version.canConvertToLong() ? version.asLong(-1) : -1;
    } catch (JsonProcessingException e) {
      LOG.debug("A checkpoint hint is not JSON", e);
      return -1;
    }
  }

  private boolean isInLog(long version) throws IOException {
    Path log = new Path(path()).getParent();
    try (CloseableIterator<FileStatus> listed =
        files.listFrom(FileNames.listingPrefix(log, version))) {
      while (listed.hasNext()) {
        String name = new Path(listed.next().getPath()).getName();
        if (FileNames.isCheckpointFile(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static final class Content extends ForwardStream {
    private final byte[] content;
    private int position;

    Content(byte[] content) {
      this.content = content;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      int read = Math.min(length, content.length - position);
      if (read <= 0) {
        return -1;
      }
      System.arraycopy(content, position, buffer, offset, read);
      position += read;
      return read;
    }

    @Override
    public long getPos() {
      return position;
    }
  }
}
