package io.deltacdf.connect.table.column;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values of {@code _change_type}, from the Delta protocol's section "Add CDC File". */
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

  /** The text in change files and in published records. */
  public String text() {
    return text;
  }

  /** Returns the change type with this text, or null if the protocol defines none. */
  public static @Nullable ChangeType ofText(String text) {
    return BY_TEXT.get(text);
  }
}
