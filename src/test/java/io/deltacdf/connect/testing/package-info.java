/**
 * Real brokers, Connect workers and registries as child processes, for integration tests and the
 * demo. Each process has its own class path ({@code bin/runtime}). Connect loads the plugin from
 * the archive that the build made.
 *
 * <pre>{@code
 * try (KafkaBroker broker = KafkaBroker.builder(dir.resolve("broker")).start();
 *     ConnectWorker worker = ConnectWorker.builder(broker, dir.resolve("worker")).start()) {
 *   worker.rest().create("orders", Map.of("connector.class", "...", ...));
 *   worker.rest().awaitRunning("orders", Duration.ofSeconds(30));
 *   var records = broker.topic("lake.orders").await(1000, Duration.ofSeconds(60));
 * }
 * }</pre>
 */
package io.deltacdf.connect.testing;
