package io.deltacdf.connect.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorDocsTest {
  @ParameterizedTest
  @EnumSource
  void everyCodeIsDocumented(ErrorCode code) throws IOException {
    assertThat(Files.readString(Path.of("docs/errors.md"))).contains("### `" + code + "`\n");
  }
}
