package io.deltacdf.connect.testing;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A local file system that calls a hook before each access. The hook is global to the JVM, so only
 * one test at a time may use it. Hadoop creates the instances, see {@link #OPTIONS}.
 */
public final class HookedFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that replace the local file system with this one. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.file.impl", HookedFileSystem.class.getName());

  private static volatile Consumer<String> hook = access -> {};

  private boolean inside;

  /**
   * Sets the hook.
   *
   * @param newHook is called with the access and the name of the file, such as {@code open a.json},
   *     {@code list _delta_log} or {@code status a.json}
   */
  public static void hook(Consumer<String> newHook) {
    hook = newHook;
  }

  private void access(String what, Path path) {
    if (!inside) {
      hook.accept(what + " " + path.getName());
    }
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    access("list", path);
    inside = true;
    try {
      return super.listStatus(path);
    } finally {
      inside = false;
    }
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    access("status", path);
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    access("open", path);
    return super.open(path, bufferSize);
  }
}
