package io.deltacdf.connect.table.storage.credentials;

import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/** The credentials of a table for S3A, which creates this class by its name. */
public final class S3VendedCredentials implements AwsCredentialsProvider {
  private final VendedAccess access;

  public S3VendedCredentials(URI store, Configuration conf) {
    this.access = VendedAccess.find(conf.get(VendedAccess.OPTION));
  }

  @Override
  public AwsCredentials resolveCredentials() {
    List<String> parts = access.secrets();
    return parts.get(2).isEmpty()
        ? AwsBasicCredentials.create(parts.get(0), parts.get(1))
        : AwsSessionCredentials.create(parts.get(0), parts.get(1), parts.get(2));
  }

  @Override
  public String toString() {
    return "S3VendedCredentials";
  }
}
