package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * A commit that was not published when the catalog was asked. If its staged file is gone, it was
 * published and cleaned up, so the published file, which has the same bytes, is read.
 */
final class PublishedLater implements InputFile {
  private final InputFile staged;
  private final InputFile published;

  PublishedLater(InputFile staged, InputFile published) {
    this.staged = staged;
    this.published = published;
  }

  @Override
  public long length() throws IOException {
    return staged.length();
  }

  @Override
  public String path() {
    return published.path();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    try {
      return staged.newStream();
    } catch (FileNotFoundException e) {
      try {
        return published.newStream();
      } catch (FileNotFoundException gone) {
        gone.addSuppressed(e);
        throw gone;
      }
    }
  }
}
