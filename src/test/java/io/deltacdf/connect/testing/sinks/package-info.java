/**
 * Small sink connectors for tests, each of which keeps to what a published one is documented and
 * seen to do with keys, null values, order and versions. They are packed into a plugin of their own
 * ({@link io.deltacdf.connect.testing.SinkPlugin}), so nothing here may use a class of another
 * package of the tests.
 */
package io.deltacdf.connect.testing.sinks;
