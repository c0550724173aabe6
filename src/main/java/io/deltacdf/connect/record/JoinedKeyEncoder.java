package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordOptions;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.table.column.Column;

/**
 * Encodes keys as the texts of their columns, joined by a delimiter. Delimiters and escape
 * characters in the texts are escaped, so that different keys stay different.
 */
final class JoinedKeyEncoder implements KeyEncoder {
  private static final char ESCAPE = RecordOptions.KEY_ESCAPE;

  private final KeyText[] texts;
  private final char delimiter;
  private final StringBuilder key = new StringBuilder();

  JoinedKeyEncoder(KeyText[] texts, char delimiter) {
    this.texts = texts;
    this.delimiter = delimiter;
  }

  @Override
  public Object encode(Column[] columns, int row, RecordSize size) {
    key.setLength(0);
    for (int i = 0; i < columns.length; i++) {
      if (i > 0) {
        key.append(delimiter);
      }
      int start = key.length();
      texts[i].append(key, columns[i], row);
      escape(start);
    }
    String text = key.toString();
    size.addString(text);
    return text;
  }

  private void escape(int start) {
    for (int i = start; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c == delimiter || c == ESCAPE) {
        key.insert(i++, ESCAPE);
      }
    }
  }
}
