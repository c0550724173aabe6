package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/** A table of a catalog. */
public final class CatalogTable {
  /** The property of tables whose commits only their catalog knows. */
  static final String CATALOG_MANAGED = "delta.feature.catalogManaged";

  /** The number of unpublished commits that Unity Catalog keeps of a table. */
  static final int MAX_UNPUBLISHED = 10;

  /** How a catalog owns the files of a table. */
  public enum Type {
    EXTERNAL,
    MANAGED,
    STREAMING_TABLE,
    VIEW
  }

  /** What a reader may not do. */
  public enum Denial {
    NONE,
    /** {@code SELECT} is not granted: every request is refused. */
    SELECT,
    /** {@code EXTERNAL USE SCHEMA} is not granted: credentials are refused. */
    EXTERNAL_USE_SCHEMA,
    /** Only {@code BROWSE} is granted: the table is listed, and every other request refused. */
    ALL_BUT_BROWSE
  }

  private final UUID id;
  private final Type type;
  private final String location;
  private final long created = System.currentTimeMillis();
  private final NavigableMap<Long, StagedCommit> unpublished = new TreeMap<>();
  private String name;
  private Map<String, String> properties;
  private JsonNode columns;
  private String format = "DELTA";
  private long latestVersion;
  private long metadataVersion;
  private long updated = created;
  private List<String> primaryKey = List.of();
  private Denial denial = Denial.NONE;
  private boolean ofDeltaApi = true;
  private String comment = "";

  CatalogTable(
      UUID id,
      String name,
      Type type,
      String location,
      JsonNode columns,
      Map<String, String> properties) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.location = location;
    this.columns = columns;
    this.properties = Map.copyOf(properties);
  }

  public UUID id() {
    return id;
  }

  public Type type() {
    return type;
  }

  /** Returns the URI of the table's directory. */
  public String location() {
    return location;
  }

  /** Returns the name in three parts. */
  public synchronized String name() {
    return name;
  }

  synchronized void rename(String newName) {
    name = newName;
    updated = System.currentTimeMillis();
  }

  public synchronized boolean isCatalogManaged() {
    return "supported".equals(properties.get(CATALOG_MANAGED));
  }

  public synchronized long latestVersion() {
    return latestVersion;
  }

  /** Sets the columns of a {@code PRIMARY KEY} constraint, which the older API shows. */
  public synchronized CatalogTable primaryKey(String... columnNames) {
    primaryKey = List.of(columnNames);
    return this;
  }

  public synchronized CatalogTable comment(String text) {
    comment = text;
    return this;
  }

  /** Sets the format of the data, which is {@code DELTA} by default. */
  public synchronized CatalogTable format(String name) {
    format = name;
    return this;
  }

  /** Refuses requests for the table. */
  public synchronized CatalogTable deny(Denial what) {
    denial = what;
    return this;
  }

  /** Lets the Delta API answer {@code UnsupportedTableFormatException}. */
  public synchronized CatalogTable onlyOfOlderApi() {
    ofDeltaApi = false;
    return this;
  }

  /** Changes what the catalog says of the columns and the properties, as a commit does. */
  public synchronized void metadata(JsonNode newColumns, Map<String, String> newProperties) {
    columns = newColumns;
    properties = Map.copyOf(newProperties);
    metadataVersion = latestVersion;
    updated = System.currentTimeMillis();
  }

  /**
   * Accepts a commit, which must be the next one. A repetition of an accepted commit changes
   * nothing.
   */
  public synchronized void commit(StagedCommit commit) {
    if (commit.equals(unpublished.get(commit.version()))) {
      return;
    }
    if (commit.version() != latestVersion + 1) {
      throw CatalogException.conflict(
          "The next version of " + name + " is " + (latestVersion + 1) + ".");
    }
    if (unpublished.size() >= MAX_UNPUBLISHED) {
      throw CatalogException.tooManyCommits(name);
    }
    unpublished.put(commit.version(), commit);
    latestVersion = commit.version();
    updated = System.currentTimeMillis();
  }

  /** Forgets the commits up to a version, which are published. */
  public synchronized void published(long version) {
    if (version > latestVersion) {
      throw CatalogException.invalid("Version " + version + " of " + name + " does not exist.");
    }
    unpublished.headMap(version, true).clear();
  }

  /** Returns the unpublished commits, the oldest first. */
  public synchronized List<StagedCommit> unpublished() {
    return new ArrayList<>(unpublished.values());
  }

  synchronized Map<String, String> properties() {
    return properties;
  }

  synchronized JsonNode columns() {
    return columns;
  }

  synchronized String format() {
    return format;
  }

  synchronized List<String> primaryKey() {
    return primaryKey;
  }

  synchronized Denial denial() {
    return denial;
  }

  /** Returns whether requests for the table are refused. */
  synchronized boolean isHidden() {
    return denial == Denial.SELECT || denial == Denial.ALL_BUT_BROWSE;
  }

  synchronized boolean isOfDeltaApi() {
    return ofDeltaApi;
  }

  synchronized String comment() {
    return comment;
  }

  synchronized long metadataVersion() {
    return metadataVersion;
  }

  long created() {
    return created;
  }

  synchronized long updated() {
    return updated;
  }
}
