package io.deltacdf.connect.testing.histories;

/**
 * A column of the model.
 *
 * @param id stays the same when the column is renamed or widened; one that is dropped and added
 *     again is another column
 * @param name at the version
 * @param type in SQL's words
 */
public record ModelColumn(int id, String name, String type) {
  ModelColumn named(String newName) {
    return new ModelColumn(id, newName, type);
  }

  ModelColumn typed(String newType) {
    return new ModelColumn(id, name, newType);
  }
}
