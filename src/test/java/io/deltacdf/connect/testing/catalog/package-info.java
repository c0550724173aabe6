/** A catalog server for tests, with the APIs of Unity Catalog, and tables that it manages. */
package io.deltacdf.connect.testing.catalog;
