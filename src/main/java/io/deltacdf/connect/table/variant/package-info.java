/** Variants: finding them in files and writing them as JSON text. */
package io.deltacdf.connect.table.variant;
