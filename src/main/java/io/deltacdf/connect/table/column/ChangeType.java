package io.deltacdf.connect.table.column;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The values of {@code _change_type}, as the Delta protocol's "Add CDC File" section lists them.
 */
public enum ChangeType {
  INSERT("insert"),
  UPDATE_PREIMAGE("update_preimage"),
  UPDATE_POSTIMAGE("update_postimage"),
  DELETE("delete");

  private static final Map<String, ChangeType> BY_TEXT =
      Arrays.stream(values()).collect(Collectors.toMap(ChangeType::text, Function.identity()));

  private final String text;

  ChangeType(String text) {
    this.text = text;
  }

  /** The text inside change files and published records. */
  public String text() {
    return text;
  }

  /** The change type with this text, or null where the protocol knows none. */
  public static ChangeType ofText(String text) {
    return BY_TEXT.get(text);
  }

  /** Whether the row was in the table before the commit and is no more: delete and preimage. */
  public boolean isOld() {
    return this == DELETE || this == UPDATE_PREIMAGE;
  }
}
