package io.deltacdf.connect.testing.stores;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local disk under another scheme, {@code added:/path}, as a file system that is no part of the
 * plugin. It opens where {@code fs.added.site} is set, which no option of a test does.
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
