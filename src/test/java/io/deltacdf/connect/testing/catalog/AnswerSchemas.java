package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The schemas of the answers of a catalog: an excerpt in the test resources, and with {@code
 * -Ddeltacdf.unity.api=DIR} also the OpenAPI files {@code delta.yaml} and {@code all.yaml} that
 * Unity Catalog publishes.
 */
final class AnswerSchemas {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final JsonNode EXCERPT = excerpt();
  private static final String PUBLISHED = System.getProperty("deltacdf.unity.api", "");
  private static final Map<String, List<Schema>> SCHEMAS = new ConcurrentHashMap<>();

  private AnswerSchemas() {}

  /** Returns what is wrong with an answer. */
  static List<String> violations(CatalogAnswer answer) {
    return answer.schema().isEmpty() ? List.of() : violations(answer.schema(), answer.body());
  }

  static List<String> violations(String schema, JsonNode body) {
    return SCHEMAS.computeIfAbsent(schema, AnswerSchemas::schemas).stream()
        .flatMap(each -> each.validate(body).stream())
        .map(error -> schema + error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  private static List<Schema> schemas(String name) {
    Schema excerpt = schema(EXCERPT, "#/$defs/" + name);
    return PUBLISHED.isEmpty() || name.equals("Error")
        ? List.of(excerpt)
        : List.of(excerpt, schema(published(name), "#/components/schemas/" + name));
  }

  private static Schema schema(JsonNode document, String reference) {
    ObjectNode schema = document.deepCopy();
    return REGISTRY.getSchema(schema.put("$ref", reference));
  }

  private static JsonNode excerpt() {
    try (InputStream in = AnswerSchemas.class.getResourceAsStream("/catalog/answers.json")) {
      return Json.MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the schemas", e);
    }
  }

  private static JsonNode published(String name) {
    return Stream.of("delta.yaml", "all.yaml")
        .map(AnswerSchemas::openApi)
        .filter(document -> document.at("/components/schemas").has(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Unity Catalog has no schema " + name));
  }

  private static JsonNode openApi(String file) {
    try {
      JsonNode document = new YAMLMapper().readTree(Path.of(PUBLISHED, file).toFile());
      // The file says that types are objects, but its text says that most of them are strings.
      ((ObjectNode) document.at("/components/schemas")).putObject("DeltaDataType");
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
