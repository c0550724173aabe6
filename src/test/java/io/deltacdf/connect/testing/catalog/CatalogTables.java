package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.testing.tables.TestTable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** The tables of a catalog by their names in three parts. */
public final class CatalogTables {
  private final Map<String, CatalogTable> tables = new TreeMap<>();
  private final Set<String> schemas = new TreeSet<>(Set.of("main.sales"));
  private final Map<String, UUID> staged = new HashMap<>();

  /** Creates an external table at the place of a table on the local disk. */
  public CatalogTable createExternal(String name, TestTable table) {
    return createExternal(name, "file://" + table.directory(), table);
  }

  /** Creates an external table at a location, with the schema and properties of another one. */
  public CatalogTable createExternal(String name, String location, TestTable table) {
    return create(
        UUID.randomUUID(),
        name,
        CatalogTable.Type.EXTERNAL,
        location,
        table.schema(),
        properties(table));
  }

  /**
   * Creates a managed table. It is catalog-managed if its protocol says so; {@link ManagedTable}
   * makes such tables.
   */
  public CatalogTable createManaged(UUID id, String name, String location, TestTable table) {
    return create(id, name, CatalogTable.Type.MANAGED, location, table.schema(), properties(table));
  }

  /**
   * Returns the id of the managed table that a writer will create at a location. It stands for the
   * request by which a writer asks for a place.
   */
  public synchronized UUID stage(String location) {
    UUID id = UUID.randomUUID();
    staged.put(location, id);
    return id;
  }

  /** Creates a managed table for which a writer has written version 0. */
  synchronized CatalogTable createStaged(
      String name, String location, JsonNode columns, Map<String, String> properties) {
    UUID id = staged.remove(location);
    if (id == null) {
      throw CatalogException.invalid("No table was staged at " + location + ".");
    }
    return create(id, name, CatalogTable.Type.MANAGED, location, columns, properties);
  }

  private CatalogTable create(
      UUID id,
      String name,
      CatalogTable.Type type,
      String location,
      StructType schema,
      Map<String, String> properties) {
    return create(id, name, type, location, columns(schema), properties);
  }

  /**
   * Creates a table of any kind.
   *
   * @param columns in the form of Delta's log
   */
  public synchronized CatalogTable create(
      UUID id,
      String name,
      CatalogTable.Type type,
      String location,
      JsonNode columns,
      Map<String, String> properties) {
    if (tables.containsKey(name)) {
      throw new IllegalArgumentException("The table " + name + " exists already");
    }
    CatalogTable table = new CatalogTable(id, name, type, location, columns, properties);
    tables.put(name, table);
    schemas.add(name.substring(0, name.lastIndexOf('.')));
    return table;
  }

  /** Drops a table; its files stay. */
  public synchronized void drop(String name) {
    get(name);
    tables.remove(name);
  }

  /** Restores a table that was dropped, with its id. */
  public synchronized void restore(CatalogTable table) {
    tables.put(table.name(), table);
  }

  /** Creates a schema without tables. A schema is created with its first table too. */
  public synchronized void createSchema(String name) {
    schemas.add(name);
  }

  /** Drops a schema with its tables. */
  public synchronized void dropSchema(String name) {
    tables.keySet().removeIf(table -> table.startsWith(name + "."));
    schemas.remove(name);
  }

  /** Renames a table in its schema. */
  public synchronized void rename(String name, String newName) {
    CatalogTable table = get(name);
    tables.remove(name);
    table.rename(newName);
    tables.put(newName, table);
  }

  /** Returns a table. */
  public synchronized CatalogTable get(String name) {
    CatalogTable table = tables.get(name);
    if (table == null) {
      throw missing(name);
    }
    return table;
  }

  /** A catalog exists if it has schemas. */
  private CatalogException missing(String name) {
    String schema = name.substring(0, name.lastIndexOf('.'));
    String catalog = schema.substring(0, schema.lastIndexOf('.'));
    if (schemas.stream().noneMatch(it -> it.startsWith(catalog + "."))) {
      return CatalogException.noSuchCatalog(catalog);
    }
    return schemas.contains(schema)
        ? CatalogException.noSuchTable(name)
        : CatalogException.noSuchSchema(schema);
  }

  synchronized CatalogTable byId(String id) {
    return tables.values().stream()
        .filter(table -> table.id().toString().equals(id))
        .findFirst()
        .orElseThrow(() -> CatalogException.noSuchTable(id));
  }

  /** Returns the tables of a schema in the order of their names. */
  synchronized List<CatalogTable> ofSchema(String catalog, String schema) {
    String name = catalog + "." + schema;
    if (!schemas.contains(name)) {
      throw CatalogException.noSuchSchema(name);
    }
    String prefix = name + ".";
    return tables.values().stream().filter(t -> t.name().startsWith(prefix)).toList();
  }

  /** Returns the columns of a schema in the form of Delta's log. */
  static JsonNode columns(StructType schema) {
    try {
      return Json.MAPPER.readTree(DataTypeJsonSerDe.serializeDataType(schema));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Kernel wrote a schema that is not JSON", e);
    }
  }

  /** Returns the properties of a table with those that the catalog derives from its protocol. */
  static Map<String, String> properties(TestTable table) {
    Map<String, String> properties = new LinkedHashMap<>(table.metadata().properties());
    properties.put("delta.minReaderVersion", "" + table.protocol().readerVersion());
    properties.put("delta.minWriterVersion", "" + table.protocol().writerVersion());
    table
        .protocol()
        .writerFeatures()
        .forEach(f -> properties.put("delta.feature." + f, "supported"));
    return properties;
  }
}
