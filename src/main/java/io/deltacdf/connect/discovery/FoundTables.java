package io.deltacdf.connect.discovery;

import io.deltacdf.connect.error.DeltaCdfException;
import java.util.List;
import java.util.Map;

/**
 * What a look at a root found.
 *
 * @param root the normalized root
 * @param locations the locations of the tables by their paths below the root
 * @param excluded how many tables and directories {@code discovery.include.list} and {@code
 *     discovery.exclude.list} leave out
 * @param others the paths of some directories that are no tables and that are not searched
 * @param unreadable why directories could not be listed, by their paths below the root
 */
public record FoundTables(
    String root,
    Map<String, String> locations,
    int excluded,
    List<String> others,
    Map<String, DeltaCdfException> unreadable) {

  /** Returns whether a path is in a directory that could not be listed. */
  boolean isUnknown(String path) {
    return unreadable.keySet().stream()
        .anyMatch(directory -> path.equals(directory) || path.startsWith(directory + "/"));
  }
}
