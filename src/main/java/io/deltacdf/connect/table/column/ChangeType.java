package io.deltacdf.connect.table.column;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of {@code _change_type}, from the Delta protocol's section "Add CDC File". */
public enum ChangeType {
  INSERT("insert"),
  UPDATE_PREIMAGE("update_preimage"),
  UPDATE_POSTIMAGE("update_postimage"),
  DELETE("delete");

  /** All change types. */
  public static final Set<ChangeType> ALL = Set.of(values());

  private final String text;
  private final byte[] utf8;

  ChangeType(String text) {
    this.text = text;
    this.utf8 = text.getBytes(StandardCharsets.UTF_8);
  }

  /** The text in change files and in published records. */
  public String text() {
    return text;
  }

  /** Returns the change type whose text has these bytes, or null if the protocol defines none. */
  public static @Nullable ChangeType ofUtf8(byte[] utf8) {
    for (ChangeType type : ALL) {
      if (Arrays.equals(type.utf8, utf8)) {
        return type;
      }
    }
    return null;
  }
}
