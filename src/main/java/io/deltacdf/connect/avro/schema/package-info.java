/** Connect schemas as Avro schemas, and Avro schemas as Connect schemas. Knows no registry. */
@NullMarked
package io.deltacdf.connect.avro.schema;

import org.jspecify.annotations.NullMarked;
