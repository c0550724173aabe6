package io.deltacdf.connect.testing.histories;

/**
 * A field of a struct of the model.
 *
 * @param id the id of the field, which does not change if the field is renamed, moved or widened; a
 *     field that is dropped and added again is a different field
 */
record ModelField(int id, String name, ModelType type) {
  ModelField named(String newName) {
    return new ModelField(id, newName, type);
  }

  ModelField typed(ModelType newType) {
    return new ModelField(id, name, newType);
  }

  /** The key of the field in the values of the model. */
  String key() {
    return "#" + id;
  }
}
