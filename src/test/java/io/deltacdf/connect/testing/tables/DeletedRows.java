package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A file's deletion vector.
 *
 * @param rows the deleted rows, by their position in the file from 0
 * @param descriptor the log's {@code deletionVector} object, null without a deletion vector
 */
public record DeletedRows(SortedSet<Long> rows, ObjectNode descriptor) {
  static final DeletedRows NONE = new DeletedRows(new TreeSet<>(), null);

  public DeletedRows {
    rows = Collections.unmodifiableSortedSet(new TreeSet<>(rows));
  }
}
