/** The memory that readers share for open row groups and for sets of keys. */
@NullMarked
package io.deltacdf.connect.source.memory;

import org.jspecify.annotations.NullMarked;
