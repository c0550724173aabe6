package io.deltacdf.connect.testing.stores;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local disk with another scheme, {@code added:/path}, as a file system that is not part of the
 * plugin. It can only be opened if {@code fs.added.site} is set. No option in the tests sets it.
 */
public final class AddedFileSystem extends RawLocalFileSystem {
  public static final String SITE_OPTION = "fs.added.site";

  @Override
  public URI getUri() {
    return URI.create(getScheme() + ":///");
  }

  @Override
  public String getScheme() {
    return "added";
  }

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(uri, conf);
    if (conf.get(SITE_OPTION) == null) {
      throw new IOException(SITE_OPTION + " is not set");
    }
  }
}
