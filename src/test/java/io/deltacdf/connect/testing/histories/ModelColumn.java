package io.deltacdf.connect.testing.histories;

/**
 * A column of the model.
 *
 * @param id the id of the column, which does not change if the column is renamed or widened; a
 *     column that is dropped and added again is a different column
 * @param name the name at the version
 * @param type the type in SQL's notation
 */
public record ModelColumn(int id, String name, String type) {
  ModelColumn named(String newName) {
    return new ModelColumn(id, newName, type);
  }

  ModelColumn typed(String newType) {
    return new ModelColumn(id, name, newType);
  }
}
