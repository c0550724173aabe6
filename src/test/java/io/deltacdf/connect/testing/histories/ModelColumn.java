package io.deltacdf.connect.testing.histories;

/**
 * A column of the model.
 *
 * @param id the id of the column, which does not change if the column is renamed or widened; a
 *     column that is dropped and added again is a different column
 * @param name the name at the version
 */
public record ModelColumn(int id, String name, ModelType type) {
  /** Creates a column with a new type in SQL's notation. */
  ModelColumn(int id, String name, String type) {
    this(id, name, ModelTypes.of(type));
  }

  /** Returns whether the column has this type, which has no fields. */
  boolean isOf(String simple) {
    return type.text().equals(simple);
  }

  /** Returns null for 0, and otherwise the value that belongs to the number. */
  Object sample(int number) {
    return number == 0 ? null : type.sample(number);
  }

  ModelColumn named(String newName) {
    return new ModelColumn(id, newName, type);
  }

  ModelColumn typed(ModelType newType) {
    return new ModelColumn(id, name, newType);
  }
}
