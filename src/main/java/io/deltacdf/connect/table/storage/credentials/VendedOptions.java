package io.deltacdf.connect.table.storage.credentials;

import io.deltacdf.connect.catalog.StoreCredentials;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The Hadoop options that make file systems use the credentials of a catalog. */
public final class VendedOptions {
  private VendedOptions() {}

  /** Makes file systems with this configuration use the credentials. */
  public static void set(Configuration conf, VendedAccess access) {
    conf.set(VendedAccess.OPTION, access.id());
    String authority = access.authority();
    if (access.kind() == StoreCredentials.Kind.S3) {
      // The option of a bucket would take precedence.
      for (String prefix : List.of("fs.s3a.", "fs.s3a.bucket." + authority + ".")) {
        conf.set(prefix + "aws.credentials.provider", S3VendedCredentials.class.getName());
      }
    } else if (access.kind() == StoreCredentials.Kind.AZURE) {
      String account = authority.substring(authority.indexOf('@') + 1);
      for (String suffix : List.of("", "." + account)) {
        conf.set("fs.azure.account.auth.type" + suffix, "SAS");
        conf.set(
            "fs.azure.sas.token.provider.type" + suffix, AzureVendedCredentials.class.getName());
        // Credentials for a directory do not allow to find out about the container.
        conf.set("fs.azure.account.hns.enabled" + suffix, "true");
        conf.unset("fs.azure.sas.fixed.token" + suffix);
      }
    }
  }
}
