package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.histories.ModelTypes.ListOf;
import io.deltacdf.connect.testing.histories.ModelTypes.MapOf;
import io.deltacdf.connect.testing.histories.ModelTypes.Simple;
import io.deltacdf.connect.testing.histories.ModelTypes.StructOf;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The type of a column of the model. The fields of structs have ids, and in the model the values of
 * structs are maps by these ids, so that they do not change if fields are renamed or moved.
 */
public sealed interface ModelType permits Simple, StructOf, ListOf, MapOf {
  /** Returns the type in SQL's notation. */
  String text();

  /** Returns the sample value for a number, which is not 0. */
  Object sample(int number);

  /** Returns a value of the model with the names of the fields, as the table's writer takes it. */
  Object named(Object value);

  /** Returns a value with the names of the fields in plain form, by the ids of the fields. */
  Object plain(Object named);

  /** Returns a plain value, which may be older than this type, with the fields of this type. */
  Object shown(Object plain);

  /** Returns the structs in this type, the outer ones first. */
  List<StructOf> structs();

  /** Returns the type in which the structs are changed. */
  ModelType withStructs(UnaryOperator<StructOf> change);

  /** Returns the simple types in this type that may be widened, each with its place. */
  List<UnaryOperator<ModelType>> widenings();
}
