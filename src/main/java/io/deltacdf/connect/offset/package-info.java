/**
 * Source offsets: positions within a version, the form in which offsets are stored, and the hash of
 * everything that determines the order of a version's changes. Does not depend on Kafka.
 */
@NullMarked
package io.deltacdf.connect.offset;

import org.jspecify.annotations.NullMarked;
