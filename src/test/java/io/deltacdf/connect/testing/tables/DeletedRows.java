package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The deletion vector of a file.
 *
 * @param rows the positions of the deleted rows in the file, from 0
 * @param descriptor the {@code deletionVector} object of the log; null without a deletion vector
 */
public record DeletedRows(SortedSet<Long> rows, ObjectNode descriptor) {
  static final DeletedRows NONE = new DeletedRows(new TreeSet<>(), null);

  public DeletedRows {
    rows = Collections.unmodifiableSortedSet(new TreeSet<>(rows));
  }
}
