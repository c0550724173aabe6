/**
 * Avro's binary form, without its schemas: a buffer that writes values, and values that bring their
 * own form along. A leaf that all packages may import.
 */
@NullMarked
package io.deltacdf.connect.avro.binary;

import org.jspecify.annotations.NullMarked;
