package io.deltacdf.connect.catalog.unity;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogListing;
import io.deltacdf.connect.catalog.CatalogSubject;
import io.deltacdf.connect.catalog.ListedTable;
import io.deltacdf.connect.config.catalog.CatalogSchemaName;
import io.deltacdf.connect.error.DeltaCdfException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lists the tables of schemas. Only the older API can do so; newer servers have it too. Columns are
 * left out, which are most of an answer, and constraints are in the answer for a single table only.
 */
final class SchemaApi implements CatalogListing {
  private static final String LISTING = "listing the schema";
  private static final String READING_KEY = "reading the constraints of the table";

  private final UnityClient client;
  private final LongSupplier nanoTime;
  private final long patienceEnds;

  /**
   * @param patience how long all calls together may wait for their turn
   */
  SchemaApi(UnityClient client, LongSupplier nanoTime, Duration patience) {
    this.client = client;
    this.nanoTime = nanoTime;
    this.patienceEnds = nanoTime.getAsLong() + patience.toNanos();
  }

  /** The failure of one page fails the call, because the tables of the page would seem gone. */
  @Override
  public List<ListedTable> tables(CatalogSchemaName schema) {
    CatalogSubject subject = new DiscoveredSchema(schema);
    String path =
        "/tables?catalog_name="
            + DeltaApi.encoded(schema.catalog())
            + "&schema_name="
            + DeltaApi.encoded(schema.schema())
            + "&max_results=50&include_browse=true&omit_columns=true&omit_properties=true";
    List<ListedTable> tables = new ArrayList<>();
    Set<String> tokens = new HashSet<>();
    String token = "";
    do {
      HttpSender.Answer answer =
          send(
              subject,
              LISTING,
              token.isEmpty() ? path : path + "&page_token=" + DeltaApi.encoded(token));
      if (answer.status() == 404) {
        throw CatalogErrors.noSuchSchema(subject, client.uri(), answer.reason());
      } else if (answer.status() != 200 || !answer.body().isObject()) {
        throw CatalogErrors.invalidAnswer(subject, client.uri(), LISTING, answer.reason());
      }
      for (JsonNode node : answer.body().path("tables")) {
        tables.add(table(schema, node));
      }
      // A page may be empty and not be the last one.
      token = text(answer.body(), "next_page_token");
      if (!token.isEmpty() && !tokens.add(token)) {
        throw CatalogErrors.invalidAnswer(
            subject, client.uri(), LISTING, "the answer names a page that was read before");
      }
    } while (!token.isEmpty());
    return tables;
  }

  private static ListedTable table(CatalogSchemaName schema, JsonNode node) {
    return new ListedTable(
        schema,
        text(node, "name"),
        text(node, "table_id"),
        text(node, "table_type"),
        text(node, "data_source_format"),
        text(node, "storage_location"),
        node.path("updated_at").asLong(0),
        node.path("browse_only").asBoolean(false));
  }

  /** The open server writes null for what is absent. */
  private static String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isTextual() ? value.textValue() : "";
  }

  @Override
  public List<String> primaryKey(ListedTable table) {
    CatalogSubject subject = new DiscoveredName(table);
    HttpSender.Answer answer =
        send(subject, READING_KEY, "/tables/" + DeltaApi.encoded(table.fullName()));
    if (answer.status() == 404) {
      throw CatalogErrors.goneMeanwhile(subject, client.uri(), answer.reason());
    } else if (answer.status() != 200 || !answer.body().isObject()) {
      throw CatalogErrors.invalidAnswer(subject, client.uri(), READING_KEY, answer.reason());
    }
    List<String> columns = new ArrayList<>();
    for (JsonNode constraint : answer.body().path("table_constraints")) {
      constraint
          .path("primary_key_constraint")
          .path("child_columns")
          .forEach(column -> columns.add(column.asText()));
    }
    return columns;
  }

  private HttpSender.Answer send(CatalogSubject subject, String doing, String path) {
    while (true) {
      try {
        return client.send(subject, doing, "GET", path, null);
      } catch (DeltaCdfException e) {
        long pause = client.pausedNanos();
        if (pause <= 0 || nanoTime.getAsLong() + pause - patienceEnds > 0) {
          throw e;
        }
        try {
          TimeUnit.NANOSECONDS.sleep(pause);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw e;
        }
      }
    }
  }

  /** A schema that is listed. */
  private record DiscoveredSchema(CatalogSchemaName schema) implements CatalogSubject {
    @Override
    public String needs() {
      return "USE CATALOG on "
          + schema.catalog()
          + ", USE SCHEMA on "
          + schema
          + ", and SELECT on the tables to publish, or on the schema. Tables that it may only"
          + " BROWSE are reported. Grant what is lacking, and the schema is listed at the next"
          + " look; or remove it from discovery.unity.schemas.";
    }

    @Override
    public String afterRepair() {
      return "The schema is listed again at the next look.";
    }

    @Override
    public String ifThrottled() {
      return "increase discovery.interval.ms, or give the schemas to fewer connectors.";
    }

    @Override
    public String toString() {
      return "Schema " + schema;
    }
  }

  /** A table whose constraints are read. */
  private record DiscoveredName(ListedTable table) implements CatalogSubject {
    @Override
    public String needs() {
      return "USE CATALOG, USE SCHEMA and SELECT for this table. Grant what is lacking, and it is"
          + " looked at again; or leave it out with discovery.exclude.list.";
    }

    @Override
    public String afterRepair() {
      return "The table is looked at again at the next look.";
    }

    @Override
    public String ifThrottled() {
      return "increase discovery.interval.ms, or give the schemas to fewer connectors.";
    }

    @Override
    public String toString() {
      return "Table " + table.fullName();
    }
  }
}
