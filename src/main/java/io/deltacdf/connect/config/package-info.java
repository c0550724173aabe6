/**
 * The options of the connector, their parsing, validation without reading a table, documentation,
 * and the configurations of tasks.
 */
@NullMarked
package io.deltacdf.connect.config;

import org.jspecify.annotations.NullMarked;
