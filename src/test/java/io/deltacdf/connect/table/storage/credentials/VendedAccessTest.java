package io.deltacdf.connect.table.storage.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogTable;
import io.deltacdf.connect.catalog.StoreCredentials;
import io.deltacdf.connect.catalog.StoreCredentials.Kind;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.redaction.Redaction;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

class VendedAccessTest {
  private long now;
  private final Vending catalog = new Vending();

  @Test
  void renewsAheadOfTheEnd() {
    VendedAccess access = access("s3://lake/orders");
    access.renew();
    String first = access.secrets().get(1);
    pass(Duration.ofMinutes(49));
    assertThat(access.secrets().get(1)).isEqualTo(first);
    pass(Duration.ofMinutes(2));
    assertThat(access.secrets().get(1)).isNotEqualTo(first);
    assertThat(catalog.requests).isEqualTo(2);
  }

  @Test
  void usesCredentialsForAsLongAsTheyAreValidWhileTheCatalogFails() {
    VendedAccess access = access("s3://lake/orders");
    String first = access.secrets().get(1);
    pass(Duration.ofMinutes(55));
    catalog.fails = true;
    assertThat(access.secrets().get(1)).isEqualTo(first);
    assertThat(access.secrets().get(1)).isEqualTo(first);
    // It does not ask again for each request to the store.
    assertThat(catalog.requests).isEqualTo(2);
    pass(Duration.ofMinutes(6));
    assertThatThrownBy(access::renew)
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE));
    catalog.fails = false;
    assertThat(access.secrets().get(1)).isNotEqualTo(first);
  }

  @Test
  void requestsOthersIfTheStoreRefusesThem() {
    VendedAccess access = access("s3://lake/orders");
    String first = access.secrets().get(1);
    access.refused();
    assertThat(access.secrets().get(1)).isNotEqualTo(first);
  }

  @Test
  void hidesTheSecretsOfTheLastTwoRenewals() {
    VendedAccess access = access("s3://lake/orders");
    String first = access.secrets().get(1);
    access.refused();
    String second = access.secrets().get(1);
    assertThat(Redaction.hide("a " + first + " b " + second)).doesNotContain(first, second);
    access.refused();
    String third = access.secrets().get(1);
    assertThat(Redaction.hide(second + third)).doesNotContain(second, third);
    // So that their number does not grow.
    assertThat(Redaction.hide(first)).isEqualTo(first);
  }

  @Test
  void aFileSystemFindsTheCredentialsOfItsTable() {
    VendedAccess access = access("s3://lake/orders");
    VendedAccess other = access("s3://lake/customers");
    Configuration conf = new Configuration(false);
    conf.set("fs.s3a.bucket.lake.aws.credentials.provider", "another");
    VendedOptions.set(conf, access);

    assertThat(conf.get("fs.s3a.aws.credentials.provider"))
        .isEqualTo(S3VendedCredentials.class.getName());
    assertThat(conf.get("fs.s3a.bucket.lake.aws.credentials.provider"))
        .isEqualTo(S3VendedCredentials.class.getName());
    AwsSessionCredentials resolved =
        (AwsSessionCredentials)
            new S3VendedCredentials(URI.create("s3a://lake"), conf).resolveCredentials();
    assertThat(List.of(resolved.accessKeyId(), resolved.secretAccessKey(), resolved.sessionToken()))
        .isEqualTo(access.secrets())
        .isNotEqualTo(other.secrets());
    conf.forEach(option -> assertThat(access.secrets()).noneMatch(option.getValue()::contains));
    access.close();
    assertThatThrownBy(() -> new S3VendedCredentials(URI.create("s3a://lake"), conf))
        .hasMessageContaining("closed");
  }

  @Test
  void azureGetsASignatureForTheDirectory() {
    catalog.kind = Kind.AZURE;
    VendedAccess access = access("abfss://lake@account.dfs.core.windows.net/orders");
    Configuration conf = new Configuration(false);
    VendedOptions.set(conf, access);

    assertThat(conf.get("fs.azure.account.auth.type.account.dfs.core.windows.net"))
        .isEqualTo("SAS");
    assertThat(conf.getBoolean("fs.azure.account.hns.enabled", false)).isTrue();
    AzureVendedCredentials provider = new AzureVendedCredentials();
    provider.initialize(conf, "account");
    assertThat(provider.getSASToken("account", "lake", "/orders", "read"))
        .isEqualTo(access.secrets().get(0).substring(1));
  }

  @ParameterizedTest
  @CsvSource({"gs://lake/orders, GCS", "s3://lake/orders, AZURE", "abfss://l@a/o, S3"})
  void saysIfItCannotUseTheCredentials(String location, Kind kind) {
    catalog.kind = kind;
    assertThatThrownBy(() -> access(location).renew())
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContainingAll("UNSUPPORTED_STORE", "unity.catalog.credentials=none");
  }

  /** A renewal that brings something else does not end a reading that can go on. */
  @Test
  void keepsValidCredentialsWhenOthersCannotBeUsed() {
    VendedAccess access = access("s3://lake/orders");
    String first = access.secrets().get(1);
    pass(Duration.ofMinutes(55));
    catalog.kind = Kind.GCS;
    assertThat(access.secrets().get(1)).isEqualTo(first);
    pass(Duration.ofMinutes(6));
    assertThatThrownBy(access::renew).hasMessageContainingAll("UNSUPPORTED_STORE", "GCS", "S3");
  }

  /** The clock of the catalog may be ahead: the store decides, and the catalog is not flooded. */
  @Test
  void usesCredentialsThatHaveExpiredByTheClockOfTheCatalog() {
    catalog.lifetime = Duration.ZERO;
    VendedAccess access = access("s3://lake/orders");
    String first = access.secrets().get(1);
    for (int i = 0; i < 59; i++) {
      pass(Duration.ofSeconds(1));
      assertThat(access.secrets().get(1)).isEqualTo(first);
    }
    assertThat(catalog.requests).isEqualTo(1);
    pass(Duration.ofSeconds(1));
    assertThat(access.secrets().get(1)).isNotEqualTo(first);
    access.refused();
    access.renew();
    assertThat(catalog.requests).isEqualTo(3);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private VendedAccess access(String location) {
    return new VendedAccess(
        catalog,
        new CatalogEntry("id", location, false, List.of(), OptionalLong.empty()),
        () -> now);
  }

  /** Hands out other credentials each time, valid for an hour of the time of the test. */
  private static final class Vending implements CatalogTable {
    private final String unique = UUID.randomUUID().toString();
    private Kind kind = Kind.S3;
    private Duration lifetime = Duration.ofHours(1);
    private boolean fails;
    private int requests;

    @Override
    public NamedTable name() {
      return new NamedTable("orders", "uc://main.sales.orders");
    }

    @Override
    public CatalogEntry look() {
      throw new UnsupportedOperationException();
    }

    @Override
    public StoreCredentials vend(CatalogEntry entry) {
      requests++;
      if (fails) {
        throw CatalogErrors.unreachable(name(), URI.create("http://c"), "vending", null, "503");
      }
      List<String> secrets =
          kind == Kind.S3
              ? List.of(
                  "access-" + requests,
                  "secret-" + unique + requests,
                  "session-" + unique + requests)
              : List.of("?sv=1&sig=signature" + requests);
      return new StoreCredentials(kind, secrets, OptionalLong.of(lifetime.toMillis()));
    }
  }
}
