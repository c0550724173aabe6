/**
 * Small sink connectors for tests. Each of them imitates how a published sink handles keys, null
 * values, order and versions. They are packaged as a separate plugin ({@link
 * io.deltacdf.connect.testing.SinkPlugin}), so they must not use classes of other test packages.
 */
package io.deltacdf.connect.testing.sinks;
