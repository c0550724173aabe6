/**
 * How the records of a task's tables are handed over to Connect: with transactions of the
 * connector, one commit of one table at a time.
 */
@NullMarked
package io.deltacdf.connect.source.transaction;

import org.jspecify.annotations.NullMarked;
