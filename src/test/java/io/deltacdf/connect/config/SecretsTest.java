package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.s3a.secret.key",
        "fs.s3a.access.key",
        "fs.s3a.session.token",
        "fs.s3a.proxy.password",
        "fs.azure.account.key.acc.dfs.core.windows.net",
        "fs.azure.sas.container.acc",
        "fs.azure.account.oauth2.client.secret",
        "fs.s3a.SECRET.KEY",
        "hadoop.security.credential.provider.path",
        "fs.gs.auth.service.account.private.key",
        "ssl.keystore.pass",
        "value.converter.basic.auth.user.info",
        "producer.override.sasl.jaas.config",
      })
  void valuesOfSecretsAreHidden(String name) {
    assertThat(Secrets.isSecret(name)).isTrue();
    assertThat(Secrets.show(name, "value")).isEqualTo("[hidden]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.s3a.endpoint",
        "fs.s3a.endpoint.region",
        "fs.disaster.recovery",
        "fs.defaultFS"
      })
  void otherValuesAreShown(String name) {
    assertThat(Secrets.isSecret(name)).isFalse();
    assertThat(Secrets.show(name, "value")).isEqualTo("value");
  }

  @Test
  void secretsAreTheValuesOfSecretNamesAndThePasswordsInUris() {
    assertThat(
            Secrets.of(
                Map.of(
                    "fs.s3a.secret.key", "abcdef",
                    "fs.s3a.aws.credentials.provider", "org.example.Provider",
                    "fs.s3a.endpoint", "http://user:very/secret@store:9000",
                    "fs.azure.endpoint", "https://store/c?sv=2024&sig=sig%2Bnature&se=1",
                    "fs.s3a.token.short", "true")))
        .containsExactlyInAnyOrder("abcdef", "very/secret", "sig%2Bnature");
  }

  @Test
  void onlyThePasswordOfAUriIsHidden() {
    assertThat(Secrets.show("fs.s3a.endpoint", "http://user:very/secret@store:9000"))
        .isEqualTo("http://user:[hidden]@store:9000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3a://id:very/secret@bucket/t",
        "wasbs://c@acc/t?sv=2024&sig=abc",
        "gs://b/t?X-Goog-Signature=abc"
      })
  void urisWithSecretsAreRecognized(String uri) {
    assertThat(Secrets.isUriWithSecret(uri)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hdfs://node:8020/t@x",
        "abfss://c@acc.dfs.core.windows.net/t",
        "s3a://bucket/t/user:x/a",
        "/data/t?sig=abc"
      })
  void otherPathsAreNot(String path) {
    assertThat(Secrets.isUriWithSecret(path)).isFalse();
  }
}
