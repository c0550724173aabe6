/**
 * File systems and the reads that go through them: configuration defaults, reads of small files and
 * of the ends of files, and the classification of store failures.
 */
@NullMarked
package io.deltacdf.connect.table.storage;

import org.jspecify.annotations.NullMarked;
