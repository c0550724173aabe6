package io.deltacdf.connect.catalog;

import io.deltacdf.connect.catalog.CatalogTable.NamedTable;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.redaction.Redaction;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The errors that users see when a catalog does not answer, or refuses a table. */
public final class CatalogErrors {
  private CatalogErrors() {}

  /** Retriable, because an outage ends. */
  public static DeltaCdfException unreachable(
      CatalogSubject subject, URI address, String doing, @Nullable Throwable cause, String reason) {
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        subject
            + ": the catalog "
            + address
            + " failed while "
            + doing
            + " ("
            + Redaction.hide(reason)
            + "). Check that it can be reached.",
        cause);
  }

  /** Retriable, because certificates are renewed. */
  public static DeltaCdfException notTrusted(
      CatalogSubject subject, URI address, String doing, Throwable cause, String reason) {
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        subject
            + ": no secure connection to the catalog "
            + address
            + " could be made while "
            + doing
            + " ("
            + Redaction.hide(reason)
            + "). Check whether it is served with https, and that the workers trust its"
            + " certificate: import it into the trust store of their JVM"
            + " (-Djavax.net.ssl.trustStore).",
        cause);
  }

  /** Retriable, after a longer pause each time. */
  public static DeltaCdfException throttled(CatalogSubject subject, URI address, long seconds) {
    return DeltaCdfException.throttled(
        ErrorCode.STORAGE,
        Duration.ofSeconds(seconds),
        subject
            + ": the catalog "
            + address
            + " limits the number of requests (429). It is asked again after "
            + seconds
            + " s. If this lasts, "
            + subject.ifThrottled());
  }

  /** Retriable for a while, because grants apply after a moment. */
  public static DeltaCdfException notSignedIn(
      CatalogSubject subject, URI address, String doing, String reason) {
    return DeltaCdfException.retriable(
        ErrorCode.ACCESS_DENIED,
        subject
            + ": "
            + address
            + " does not accept the token or the client while "
            + doing
            + " ("
            + Redaction.hide(reason)
            + "). Check unity.catalog.token or unity.catalog.oauth.*, and whether the token has"
            + " expired. "
            + subject.afterRepair(),
        null);
  }

  /** Retriable for a while, because grants apply after a moment. */
  public static DeltaCdfException accessDenied(
      CatalogSubject subject, URI address, String doing, String reason) {
    return DeltaCdfException.retriable(
        ErrorCode.ACCESS_DENIED,
        subject
            + ": the catalog "
            + address
            + " denies access while "
            + doing
            + " ("
            + Redaction.hide(reason)
            + "). The principal of the connector needs "
            + subject.needs(),
        null);
  }

  /**
   * @param what what the catalog does not have, such as {@code table main.sales.orders}
   */
  public static DeltaCdfException noSuchTable(
      NamedTable table, URI address, String what, String reason) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        table
            + ": the catalog "
            + address
            + " has no "
            + what
            + ", or hides it from the principal of the connector ("
            + Redaction.hide(reason)
            + "). Check the names of the catalog, the schema and the table. If they are right,"
            + " grant the principal USE CATALOG, USE SCHEMA and SELECT. If the table was renamed,"
            + " set the path to its new name: it continues from its offset. If it was dropped,"
            + " restore it (UNDROP TABLE), or remove it from the configuration.",
        null);
  }

  /** Retriable: another server may answer at the address while that of the catalog is down. */
  public static DeltaCdfException notACatalog(
      CatalogSubject subject, URI address, String doing, String reason) {
    return DeltaCdfException.retriable(
        ErrorCode.STORAGE,
        subject
            + ": "
            + address
            + " does not answer as Unity Catalog while "
            + doing
            + " ("
            + Redaction.hide(reason)
            + "). Check unity.catalog.uri, and the proxies in between. The address is that of the"
            + " workspace or the server, without /api and what follows it.",
        null);
  }

  public static DeltaCdfException noSuchSchema(CatalogSubject schema, URI address, String reason) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        schema
            + ": the catalog "
            + address
            + " has no schema with this name ("
            + Redaction.hide(reason)
            + "). Correct 'discovery.unity.schemas', or remove the schema from it. Check that the"
            + " principal of the connector has USE CATALOG and USE SCHEMA.",
        null);
  }

  /** A table that was listed a moment ago. */
  public static DeltaCdfException goneMeanwhile(CatalogSubject table, URI address, String reason) {
    return DeltaCdfException.permanent(
        ErrorCode.NOT_A_TABLE,
        table
            + ": the catalog "
            + address
            + " lists the table, but does not show it ("
            + Redaction.hide(reason)
            + "). It was dropped in this moment, or the principal of the connector lacks SELECT. It"
            + " is looked at again.",
        null);
  }

  public static DeltaCdfException unsupported(NamedTable table, String what) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_FEATURE,
        table
            + ": the catalog says that "
            + what
            + ", which this connector cannot read. Name a Delta table, or remove this one from the"
            + " configuration.",
        null);
  }

  /** Another table has the name, or the same one is registered again. */
  public static DeltaCdfException replaced(NamedTable table, String stored, String actual) {
    return DeltaCdfException.permanent(
        ErrorCode.TABLE_REPLACED,
        table
            + ": the id of the table in the catalog is "
            + actual
            + ", but the id of the table that was published is "
            + stored
            + ". The table was dropped and created again. Reset the table's offset or set"
            + " 'table.replaced=snapshot' to take a new snapshot, and use a new topic if the old"
            + " rows must not stay.",
        null);
  }

  public static DeltaCdfException moved(NamedTable table, String before, String after) {
    return DeltaCdfException.permanent(
        ErrorCode.TABLE_REPLACED,
        table
            + ": the catalog has moved the table from "
            + before
            + " to "
            + after
            + ". If the new place has the same log, restart the task, which continues where it"
            + " stopped. Otherwise reset the table's offset or set 'table.replaced=snapshot' to"
            + " take a new snapshot.",
        null);
  }

  /**
   * @param why what is wrong with the credentials or the place, a sentence without its full stop
   */
  public static DeltaCdfException noCredentials(NamedTable table, String location, String why) {
    return DeltaCdfException.permanent(
        ErrorCode.UNSUPPORTED_STORE,
        table
            + ": the catalog hands out no credentials that the connector can use for "
            + location
            + ": "
            + why
            + ". Set 'unity.catalog.credentials=none', and give the connector credentials of its"
            + " own with hadoop.* options.",
        null);
  }

  /** Retriable: the catalog is asked again. */
  public static DeltaCdfException invalidAnswer(
      CatalogSubject subject, URI address, String doing, String what) {
    return unreachable(subject, address, doing, null, what);
  }
}
