package io.deltacdf.connect.discovery;

import io.deltacdf.connect.error.DeltaCdfException;
import java.util.List;
import java.util.Map;

/**
 * What a look found.
 *
 * @param place where it looked, such as {@code below /lake} or {@code in main.sales}
 * @param separator what is between the parts of a path
 * @param tables the tables by their paths
 * @param excluded how many tables and directories {@code discovery.include.list} and {@code
 *     discovery.exclude.list} leave out
 * @param others the paths of some directories that are no tables and that are not searched
 * @param unsuitable why other things that a catalog lists are never published, by their paths
 * @param unreadable why tables, directories or schemas could not be read, by their paths
 */
public record FoundTables(
    String place,
    String separator,
    Map<String, FoundTable> tables,
    int excluded,
    List<String> others,
    Map<String, String> unsuitable,
    Map<String, DeltaCdfException> unreadable) {

  /** Returns whether a path is one that could not be read, or is in one. */
  boolean isUnknown(String path) {
    return unreadable.keySet().stream()
        .anyMatch(other -> path.equals(other) || path.startsWith(other + separator));
  }
}
