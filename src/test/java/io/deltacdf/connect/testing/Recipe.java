package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A connector from a file {@code config/*.json}, in the form that {@code POST /connectors} takes.
 *
 * @param file its name in {@code config}
 * @param name the connector's
 * @param options its configuration, in the order of the file
 */
public record Recipe(String file, String name, Map<String, String> options) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads all recipes. */
  public static List<Recipe> all() {
    try (Stream<Path> files = Files.list(directory())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".json"))
          .sorted()
          .map(Recipe::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory(), e);
    }
  }

  /** The recipe of a file. */
  public static Recipe read(String file) {
    try {
      JsonNode request = JSON.readTree(directory().resolve(file).toFile());
      Map<String, String> options = new LinkedHashMap<>();
      request
          .required("config")
          .properties()
          .forEach(option -> options.put(option.getKey(), option.getValue().textValue()));
      return new Recipe(file, request.required("name").textValue(), options);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private static Path directory() {
    return ProjectDirectory.get().resolve("config");
  }

  public String option(String option) {
    return options.get(option);
  }

  @Override
  public String toString() {
    return file;
  }
}
