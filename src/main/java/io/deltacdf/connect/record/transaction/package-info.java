/**
 * Commits as transactions ({@code provide.transaction.metadata}): the records that mark the
 * beginning and the end of a commit, and the numbers of the events in between.
 */
@NullMarked
package io.deltacdf.connect.record.transaction;

import org.jspecify.annotations.NullMarked;
