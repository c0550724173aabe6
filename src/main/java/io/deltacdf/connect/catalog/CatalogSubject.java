package io.deltacdf.connect.catalog;

/** What a request to a catalog is about. Its text starts messages. */
public interface CatalogSubject {
  /** What the principal needs if the catalog denies access, and what to do then. */
  String needs();

  /** What to do after the sign-in is repaired. */
  String afterRepair();

  /** What to change if the catalog limits the requests for long. */
  String ifThrottled();
}
