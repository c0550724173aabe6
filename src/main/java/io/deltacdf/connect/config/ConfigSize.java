package io.deltacdf.connect.config;

import java.util.Map;

/**
 * The size of the record in which Connect stores a configuration. A record that is larger than the
 * producer of the worker allows by default is refused here, because Connect reports it in a form
 * that names neither the reason nor a remedy. Configurations of tasks are smaller than that of
 * their connector.
 */
final class ConfigSize {
  /** The default of {@code max.request.size}; that of brokers and topics is slightly larger. */
  static final int MAX_BYTES = 1 << 20;

  /** What a record has besides its key and value, at most. */
  private static final int RECORD_OVERHEAD = 128;

  private static final int JSON_OVERHEAD = "{\"properties\":{}}".length();

  /** The quotes, the colon and the comma of a property. */
  private static final int PROPERTY_OVERHEAD = 6;

  private ConfigSize() {}

  static void check(ValidatedOptions options) {
    long size = of(options.set());
    int tables = options.tableNames().size();
    if (size > MAX_BYTES) {
      options.error(
          TableOptions.TABLES.name(),
          "Connect stores a configuration as one record, of at most "
              + MAX_BYTES
              + " bytes by default. This one with "
              + tables
              + " tables has about "
              + size
              + " bytes. Set options that most tables share once for the connector, without"
              + " 'tables.<name>.', or divide the tables among several connectors");
    }
  }

  /** Returns the size in bytes of the record that stores a configuration. */
  static long of(Map<String, String> props) {
    long size = RECORD_OVERHEAD + JSON_OVERHEAD + textLength(props.getOrDefault("name", ""));
    for (Map.Entry<String, String> property : props.entrySet()) {
      size += PROPERTY_OVERHEAD + textLength(property.getKey()) + textLength(property.getValue());
    }
    return size;
  }

  /** Returns the length of a text as JSON in UTF-8, without its quotes. */
  private static long textLength(String text) {
    long length = 0;
    for (int i = 0; i < text.length(); i++) {
      length += length(text.charAt(i));
    }
    return length;
  }

  private static int length(char c) {
    if (c < ' ') {
      return "\b\t\n\f\r".indexOf(c) >= 0 ? 2 : 6;
    } else if (c < 0x80) {
      return c == '"' || c == '\\' ? 2 : 1;
    }
    // Each half of a surrogate pair counts two of its four bytes.
    return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }
}
