/** The converter to and from Avro, for schema registries that speak Confluent's API. */
@NullMarked
package io.deltacdf.connect.avro;

import org.jspecify.annotations.NullMarked;
