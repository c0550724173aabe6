package io.deltacdf.connect.avro.registry;

import io.deltacdf.connect.redaction.Redaction;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;

/** Creates the failures of this package that users see. */
final class RegistryErrors {
  private RegistryErrors() {}

  static RetriableException unreachable(String what, String urls, int tries, Exception cause) {
    return new RetriableException(
        hide(
            ("The schema registry could not %s. It was tried %d times at %s; the last failure was:"
                    + " %s. Check 'schema.registry.url', and that the registry runs and can be"
                    + " reached from the worker. Connect tries again if the connector sets"
                    + " 'errors.retry.timeout'; otherwise restart the task when the registry is"
                    + " back.")
                .formatted(what, tries, urls, reason(cause))),
        Redaction.hide(cause));
  }

  static RetriableException interrupted(String what) {
    return new RetriableException(
        "The request to %s in the schema registry was interrupted.".formatted(what));
  }

  static ConnectException denied(String what, String url, int status, String message) {
    return new ConnectException(
        hide(
            ("The schema registry at %s does not allow to %s (status %d: %s). Set"
                    + " 'basic.auth.credentials.source' and 'basic.auth.user.info', or"
                    + " 'bearer.auth.credentials.source' and 'bearer.auth.token', on the converter,"
                    + " and check what this user may do.")
                .formatted(url, what, status, message)));
  }

  static DataException incompatible(String subject, String url, int status, String message) {
    return new DataException(
        hide(
            ("The schema registry at %s rejects the new schema of subject '%s' as incompatible"
                    + " (status %d). It says: %s. The table's schema, or options or transforms that"
                    + " shape the records, have changed. Register a compatible schema by"
                    + " publishing to a new topic, or set the compatibility of the subject so that"
                    + " it allows the change (PUT /config/%s), and restart the task.")
                .formatted(url, subject, status, message, subject)));
  }

  static DataException invalid(String subject, String url, int status, String message) {
    return new DataException(
        hide(
            ("The schema registry at %s cannot accept the schema of subject '%s' (status %d). It"
                    + " says: %s. Names that Avro does not allow are one reason:"
                    + " 'field.name.adjustment.mode=avro' on the connector, or"
                    + " 'scrub.invalid.names=true' on the converter, changes them.")
                .formatted(url, subject, status, message)));
  }

  static DataException unknown(String what, String url, String message) {
    return new DataException(
        hide(
            ("The schema registry at %s could not %s: it says: %s. Register the schema, set"
                    + " 'auto.register.schemas=true' on the converter, or check whether another"
                    + " registry is meant.")
                .formatted(url, what, message)));
  }

  static ConnectException refused(String what, String url, int status, String message) {
    return new ConnectException(
        hide(
            ("The schema registry at %s could not %s (status %d: %s). Check 'schema.registry.url':"
                    + " it must be the base address of Confluent's API, which is"
                    + " …/apis/ccompat/v7 for Apicurio.")
                .formatted(url, what, status, message)));
  }

  private static String reason(Exception cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private static String hide(String message) {
    return Redaction.hide(message);
  }
}
