package io.deltacdf.connect.avro.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.avro.registry.RegistryHttp.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;

/**
 * Asks a registry for the ids of schemas and the schemas of ids. Every method throws {@link
 * RetriableException} if the registry is not available, {@link DataException} if it does not accept
 * or know the schema, and {@link ConnectException} for other failures. Nothing is remembered here.
 * May be used by several threads.
 */
public final class RegistryClient {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;

  private final RegistryHttp http;

  public RegistryClient(RegistrySettings settings) {
    this.http = new RegistryHttp(settings);
  }

  /**
   * Registers a schema as the newest version of a subject, unless the subject has it already.
   *
   * @return its id
   */
  public int register(String subject, String schema, boolean normalize) {
    String what = "register the schema of subject '%s'".formatted(subject);
    Answer answer =
        http.send(what, subjectPath(subject) + "/versions" + query(normalize), body(schema));
    return number(checkSchema(what, subject, answer), what, "id");
  }

  /**
   * Finds the id of a schema that the subject has.
   *
   * @throws DataException if it has not
   */
  public int lookup(String subject, String schema, boolean normalize) {
    String what = "find the schema of subject '%s'".formatted(subject);
    Answer answer = http.send(what, subjectPath(subject) + query(normalize), body(schema));
    return number(checkSchema(what, subject, answer), what, "id");
  }

  /** Returns the newest version of a subject. */
  public RegisteredSchema latest(String subject) {
    String what = "read the newest schema of subject '%s'".formatted(subject);
    Answer answer = check(what, http.send(what, subjectPath(subject) + "/versions/latest", null));
    return new RegisteredSchema(
        number(answer, what, "id"), number(answer, what, "version"), text(answer, what));
  }

  /** Returns the schema with an id, after the schemas that it refers to. */
  public List<String> byId(int id) {
    String what = "read the schema with the id %d".formatted(id);
    Answer answer = check(what, http.send(what, "/schemas/ids/" + id, null));
    String type = answer.body().path("schemaType").asText("AVRO");
    if (!type.equals("AVRO")) {
      throw new DataException(
          ("The schema with the id %d has the type %s, and this converter reads Avro only. Use the"
                  + " converter of that type.")
              .formatted(id, type));
    }
    List<String> schemas = new ArrayList<>();
    addReferences(answer, schemas, new HashSet<>());
    schemas.add(text(answer, what));
    return schemas;
  }

  private void addReferences(Answer answer, List<String> schemas, Set<String> seen) {
    for (JsonNode reference : answer.body().path("references")) {
      String subject = reference.path("subject").asText();
      String version = reference.path("version").asText();
      if (seen.add(subject + "/" + version)) {
        String what = "read version %s of subject '%s'".formatted(version, subject);
        Answer referred =
            check(what, http.send(what, subjectPath(subject) + "/versions/" + version, null));
        addReferences(referred, schemas, seen);
        schemas.add(text(referred, what));
      }
    }
  }

  private static Answer checkSchema(String what, String subject, Answer answer) {
    switch (answer.status()) {
      case CONFLICT ->
          throw RegistryErrors.incompatible(
              subject, answer.url(), answer.status(), answer.message());
      case UNPROCESSABLE ->
          throw RegistryErrors.invalid(subject, answer.url(), answer.status(), answer.message());
      default -> {
        return check(what, answer);
      }
    }
  }

  private static Answer check(String what, Answer answer) {
    if (answer.isOk()) {
      return answer;
    }
    int status = answer.status();
    if (status == UNAUTHORIZED || status == FORBIDDEN) {
      throw RegistryErrors.denied(what, answer.url(), status, answer.message());
    }
    // Without a code of the registry, the address is none of its API.
    if (answer.isNotFound() && answer.body().has("error_code")) {
      throw RegistryErrors.unknown(what, answer.url(), answer.message());
    }
    throw RegistryErrors.refused(what, answer.url(), status, answer.message());
  }

  private static int number(Answer answer, String what, String field) {
    JsonNode number = answer.body().path(field);
    if (!number.canConvertToInt() || !number.isIntegralNumber()) {
      throw RegistryErrors.refused(
          what, answer.url(), answer.status(), "the answer has no field '" + field + "'");
    }
    return number.intValue();
  }

  private static String text(Answer answer, String what) {
    JsonNode schema = answer.body().path("schema");
    if (!schema.isTextual()) {
      throw RegistryErrors.refused(
          what, answer.url(), answer.status(), "the answer has no field 'schema'");
    }
    return schema.textValue();
  }

  private static String body(String schema) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("schema", schema);
    return body.toString();
  }

  private static String query(boolean normalize) {
    return normalize ? "?normalize=true" : "";
  }

  private static String subjectPath(String subject) {
    return "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
