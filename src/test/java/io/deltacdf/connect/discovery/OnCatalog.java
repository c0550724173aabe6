package io.deltacdf.connect.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Discovery over a catalog server and real tables. */
abstract class OnCatalog {
  @TempDir Path dir;
  final Map<String, String> options = new HashMap<>();
  final Map<String, Optional<String>> stored = new HashMap<>();
  CatalogServer server;
  Storage storage;

  @BeforeEach
  void start() {
    server = CatalogServer.start();
    server.tables().createSchema("main.sales");
    server.tables().createSchema("main.hr");
  }

  @AfterEach
  void stop() {
    if (storage != null) {
      storage.close();
    }
    server.close();
  }

  TestTable onDisk(String name) {
    return TestTable.at(dir.resolve(name))
        .schema("id long, no int, name string")
        .changeDataFeed()
        .create();
  }

  CatalogTable table(String name) {
    return server.tables().createExternal(name, onDisk(name));
  }

  Discovery discovery(String... namesAndValues) {
    options.putAll(server.options());
    options.put("unity.catalog.credentials", "none");
    options.put("topic.prefix", "lake");
    options.put("discovery.unity.schemas", "main.sales,main.hr");
    options.put("key", "id");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    assertThat(validation.errors()).isEmpty();
    if (storage != null) {
      storage.close();
    }
    storage = Storage.open(validation.hadoop());
    return Discovery.of(
        validation.discovery().orElseThrow(),
        validation,
        storage,
        Duration.ofSeconds(60),
        names -> {
          Map<String, Optional<String>> known = new HashMap<>(stored);
          known.keySet().retainAll(names);
          return known;
        });
  }

  static List<String> names(Look look) {
    return look.tables().stream().map(it -> it.table().name()).toList();
  }

  static String reason(Look look, String path) {
    return look.skipped().get(path).reason();
  }
}
