package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.Version;
import org.junit.jupiter.api.Test;

class VersionTest {
  @Test
  void connectorAndTaskReturnTheVersionOfTheBuild() {
    assertThat(Version.get()).isNotBlank();
    assertThat(new DeltaSourceConnector().version()).isEqualTo(Version.get());
    assertThat(new DeltaSourceTask().version()).isEqualTo(Version.get());
  }
}
