package io.deltacdf.connect.table.storage;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.ChecksumException;

/**
 * A failure that a file system itself reported. Decoders throw IOExceptions too, over bytes that
 * were read without a failure; only this type shows that reading again may help.
 */
public final class StoreException extends IOException {
  private static final long serialVersionUID = 1L;

  private StoreException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /**
   * Marks an exception of a file system. Returns it unchanged if it does not mean that the store
   * failed: the file does not exist, is too short, or does not match its checksum.
   */
  static IOException of(IOException e) {
    // Subclasses of EOFException are connections that ended too early.
    boolean aboutTheFile =
        e instanceof FileNotFoundException
            || e instanceof ChecksumException
            || e.getClass() == EOFException.class;
    return aboutTheFile || e instanceof StoreException ? e : new StoreException(e);
  }
}
