package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsReferenceTest {
  private static final Path DOCS = Path.of("docs", "options.md");

  @Test
  void theDocumentMatchesTheCode() throws IOException {
    assertThat(DOCS)
        .as("%s differs from the code. Generate it with: mvn -q compile exec:java@options", DOCS)
        .hasContent(OptionsReference.text());
  }

  @Test
  void documentsEveryOption() {
    String text = OptionsReference.text();

    DeltaSourceConfig.CONFIG_DEF
        .names()
        .forEach(option -> assertThat(text).contains("\n### `" + option + "`\n"));
    TableOptions.TABLE_GROUP
        .options()
        .forEach(option -> assertThat(text).contains("\n### `tables.<name>." + option + "`\n"));
    ConfigDefs.inheritable()
        .forEach(
            option ->
                assertThat(text)
                    .contains("\n| `tables.<name>." + option + "` | [`" + option + "`](#"));
    assertThat(text)
        .contains("### `hadoop.*`")
        .doesNotContain("task.tables")
        .doesNotContain("Default: null");
  }

  @Test
  void everyOptionIsDescribed() {
    assertThat(DeltaSourceConfig.CONFIG_DEF.configKeys().values())
        .allSatisfy(
            option -> {
              assertThat(option.documentation).endsWith(".");
              assertThat(option.validator.toString()).doesNotContain("@");
              assertThat(option.displayName).isNotBlank();
              assertThat(option.group).isNotBlank();
            });
  }

  @Test
  void mainWritesTheFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("options.md");

    OptionsReference.main(new String[] {file.toString()});

    assertThat(Files.readString(file)).isEqualTo(OptionsReference.text());
    assertThatThrownBy(() -> OptionsReference.main(new String[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("docs/options.md");
  }
}
