package io.deltacdf.connect.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** The table of options in docs/avro.md is that of the code. */
class AvroDocTest {
  @Test
  void theTableOfOptionsIsThatOfTheCode() throws IOException {
    List<String> expected = new ArrayList<>();
    new DeltaAvroConverter()
        .config().configKeys().values().stream()
            .filter(key -> !key.name.startsWith("schema.registry.ssl."))
            .map(AvroDocTest::line)
            .forEach(expected::add);
    List<String> found =
        Files.readAllLines(Path.of("docs/avro.md")).stream()
            .filter(line -> line.startsWith("| `") && !line.contains("schema.registry.ssl."))
            .toList();
    assertThat(String.join("\n", found)).isEqualTo(String.join("\n", expected));
  }

  private static String line(ConfigDef.ConfigKey key) {
    String value = key.hasDefault() ? String.valueOf(key.defaultValue) : "required";
    String shown = key.type == ConfigDef.Type.PASSWORD || value.isEmpty() ? "–" : value;
    return "| `%s` | %s | %s |".formatted(key.name, shown, key.documentation);
  }
}
