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
  void hidesSecretsInATextButNotShortValues() {
    Secrets secrets =
        Secrets.of(
            Map.of(
                "fs.s3a.secret.key", "abcdef",
                "fs.s3a.session.token", "abcdefghi",
                "fs.s3a.endpoint", "http://store",
                "fs.s3a.token.short", "true"));

    assertThat(secrets.hideIn("true: http://store said abcdefghi, not abcdef"))
        .isEqualTo("true: http://store said [hidden], not [hidden]");
  }
}
