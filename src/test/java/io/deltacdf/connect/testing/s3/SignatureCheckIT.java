package io.deltacdf.connect.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The AWS SDK signs, and the gateway checks. */
class SignatureCheckIT {
  private static final String KEY = "signed/a b+c=d/é.json";

  private final Map<String, TemporaryKey> keys = new ConcurrentHashMap<>();
  private S3Gateway gateway;

  @BeforeEach
  void start() {
    gateway =
        S3Gateway.before(SharedS3.server())
            .requireKeys(accessKey -> Optional.ofNullable(keys.get(accessKey)));
    SharedS3.server()
        .client()
        .putObject(r -> r.bucket(S3Server.BUCKET).key(KEY), RequestBody.fromString("text"));
    keys.put("A", key("A", "secret", "lake/signed", Duration.ofHours(1)));
    keys.put("B", key("B", "secret", "lake/signed", Duration.ofHours(-1)));
    keys.put("C", key("C", "secret", "lake/signe", Duration.ofHours(1)));
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void acceptsRequestsThatAreSignedWithAValidKey() {
    try (S3Client client = client("A", "secret", "session")) {
      assertThat(client.getObjectAsBytes(r -> r.bucket(S3Server.BUCKET).key(KEY)).asUtf8String())
          .isEqualTo("text");
      assertThat(
              client
                  .listObjectsV2(
                      r ->
                          r.bucket(S3Server.BUCKET)
                              .prefix("signed/")
                              .delimiter("/")
                              .startAfter("signed/_ x"))
                  .commonPrefixes())
          .hasSize(1);
    }
    assertThat(gateway.refusals()).isEmpty();
  }

  @Test
  void refusesOtherRequests() {
    assertRefused("A", "other", "session", "SignatureDoesNotMatch");
    assertRefused("A", "secret", "other", "InvalidToken");
    assertRefused("B", "secret", "session", "ExpiredToken");
    assertRefused("C", "secret", "session", "AccessDenied");
    assertRefused("D", "secret", "session", "InvalidAccessKeyId");
    assertThat(gateway.refusals()).hasSize(5);
  }

  private void assertRefused(String accessKey, String secret, String token, String code) {
    try (S3Client client = client(accessKey, secret, token)) {
      assertThatThrownBy(() -> client.getObjectAsBytes(r -> r.bucket(S3Server.BUCKET).key(KEY)))
          .isInstanceOfSatisfying(
              S3Exception.class, e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code));
    }
  }

  private static TemporaryKey key(
      String accessKey, String secret, String prefix, Duration validity) {
    return new TemporaryKey(accessKey, secret, "session", prefix, Instant.now().plus(validity));
  }

  private S3Client client(String accessKey, String secret, String token) {
    return S3Client.builder()
        .endpointOverride(URI.create(gateway.optionsWithoutKeys().get("fs.s3a.endpoint")))
        .forcePathStyle(true)
        .region(Region.of(S3Server.REGION))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsSessionCredentials.create(accessKey, secret, token)))
        .build();
  }
}
