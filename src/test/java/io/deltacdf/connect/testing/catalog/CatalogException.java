package io.deltacdf.connect.testing.catalog;

/** A request that a catalog refuses. */
final class CatalogException extends RuntimeException {
  private final int status;
  private final String deltaType;
  private final String code;

  /**
   * @param deltaType the type of the error in the Delta API
   * @param code the code of the error in the older API
   */
  private CatalogException(int status, String deltaType, String code, String message) {
    super(message);
    this.status = status;
    this.deltaType = deltaType;
    this.code = code;
  }

  static CatalogException invalid(String message) {
    return new CatalogException(400, "InvalidParameterValueException", "INVALID_ARGUMENT", message);
  }

  static CatalogException unsupportedFormat(String table) {
    return new CatalogException(
        400,
        "UnsupportedTableFormatException",
        "UNSUPPORTED_TABLE_FORMAT",
        "The table " + table + " is not supported by this endpoint.");
  }

  static CatalogException unauthenticated(String message) {
    return new CatalogException(401, "NotAuthorizedException", "UNAUTHENTICATED", message);
  }

  static CatalogException denied(String message) {
    return new CatalogException(403, "PermissionDeniedException", "PERMISSION_DENIED", message);
  }

  static CatalogException noSuchTable(String table) {
    return new CatalogException(
        404, "NoSuchTableException", "TABLE_NOT_FOUND", "Table not found: " + table);
  }

  static CatalogException noSuchSchema(String schema) {
    return new CatalogException(
        404, "NoSuchSchemaException", "SCHEMA_NOT_FOUND", "Schema not found: " + schema);
  }

  static CatalogException noSuchCatalog(String catalog) {
    return new CatalogException(
        404, "NoSuchCatalogException", "CATALOG_NOT_FOUND", "Catalog not found: " + catalog);
  }

  static CatalogException noSuchEndpoint() {
    return new CatalogException(
        404, "NotFoundException", "ENDPOINT_NOT_FOUND", "There is no such endpoint.");
  }

  static CatalogException conflict(String message) {
    return new CatalogException(409, "CommitVersionConflictException", "ABORTED", message);
  }

  static CatalogException requirementNotMet(String message) {
    return new CatalogException(
        409, "UpdateRequirementConflictException", "UPDATE_REQUIREMENT_CONFLICT", message);
  }

  static CatalogException tooManyCommits(String table) {
    return new CatalogException(
        429,
        "ResourceExhaustedException",
        "RESOURCE_EXHAUSTED",
        "The table " + table + " has too many unpublished commits.");
  }

  /** Returns the error of an injected fault. */
  static CatalogException injected(int status) {
    return switch (status) {
      case 401 -> unauthenticated("The test refuses the token.");
      case 403 -> denied("The test refuses the permission.");
      case 404 -> noSuchEndpoint();
      case 429 ->
          new CatalogException(
              429, "TooManyRequestsException", "REQUEST_LIMIT_EXCEEDED", "Too many requests.");
      default ->
          new CatalogException(
              status, "InternalServerErrorException", "INTERNAL", "The test lets this fail.");
    };
  }

  int status() {
    return status;
  }

  /** Returns the error in the form of an API. */
  CatalogAnswer answer(boolean deltaApi) {
    if (deltaApi) {
      var body = Json.object();
      body.putObject("error")
          .put("message", getMessage())
          .put("type", deltaType)
          .put("code", status);
      return new CatalogAnswer(status, body, "DeltaErrorResponse");
    }
    var body = Json.object().put("error_code", code).put("message", getMessage());
    body.putArray("details")
        .addObject()
        .put("@type", "type.googleapis.com/google.rpc.ErrorInfo")
        .put("reason", code);
    return new CatalogAnswer(status, body, "Error");
  }
}
