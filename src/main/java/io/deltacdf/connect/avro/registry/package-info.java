/** A client of schema registries that speak Confluent's API. */
@NullMarked
package io.deltacdf.connect.avro.registry;

import org.jspecify.annotations.NullMarked;
