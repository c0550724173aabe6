package io.deltacdf.connect.testing.fuzz;

import io.deltacdf.connect.testing.tables.KernelReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A table whose only data file is a copy of a change file of another table. Delta Kernel does not
 * read change files, but it reads this one.
 */
public final class ChangeFileTwin {
  private static final String CHANGE_TYPE = " _change_type=";

  private final TestTable table;
  private final String prefix;

  /**
   * @param directory where the table is created
   * @param schema the schema of the other table
   * @param version the version of all change files
   */
  public ChangeFileTwin(Path directory, String schema, long version) {
    table = TestTable.at(directory).schema(schema + ", _change_type string").create();
    table.insert(Map.of("id", 1L, "_change_type", "insert"));
    prefix = "v" + version + " ";
  }

  /** Returns the changes that Kernel finds in a change file, in the form of {@link FuzzedTable}. */
  List<String> changes(byte[] changeFile) throws IOException {
    Path file = table.file(0).location();
    byte[] before = Files.readAllBytes(file);
    try (LoggedSizes sizes = LoggedSizes.of(table.directory(), file)) {
      Files.write(file, changeFile);
      sizes.replace(changeFile.length);
      List<String> changes = new ArrayList<>();
      for (Map<String, Object> row : KernelReader.rows(table.directory())) {
        String text = KernelRowText.of(row);
        int at = text.lastIndexOf(CHANGE_TYPE);
        changes.add(
            prefix + text.substring(at + CHANGE_TYPE.length()) + " " + text.substring(0, at));
      }
      return changes;
    } finally {
      Files.write(file, before);
    }
  }
}
