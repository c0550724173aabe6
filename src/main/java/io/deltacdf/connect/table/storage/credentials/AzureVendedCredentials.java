package io.deltacdf.connect.table.storage.credentials;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.azurebfs.extensions.SASTokenProvider;
import org.jspecify.annotations.Nullable;

/** The shared access signature of a table for ABFS, which creates this class by its name. */
public final class AzureVendedCredentials implements SASTokenProvider {
  private @Nullable VendedAccess access;

  @Override
  public void initialize(Configuration conf, String account) {
    access = VendedAccess.find(conf.get(VendedAccess.OPTION));
  }

  @Override
  public String getSASToken(String account, String fileSystem, String path, String operation) {
    VendedAccess vended = access;
    if (vended == null) {
      throw new IllegalStateException("ABFS has not initialized the class");
    }
    return vended.secrets().get(0).replaceFirst("^[?]", "");
  }
}
