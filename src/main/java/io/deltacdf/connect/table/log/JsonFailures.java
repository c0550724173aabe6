package io.deltacdf.connect.table.log;

import com.fasterxml.jackson.core.JsonProcessingException;

/**
 * Tells a commit file of a wrong form from a store that fails: Jackson's exceptions are
 * IOExceptions too.
 */
public final class JsonFailures {
  private JsonFailures() {}

  public static boolean isParseError(Throwable e) {
    for (Throwable t = e; t != null && t != t.getCause(); t = t.getCause()) {
      if (t instanceof JsonProcessingException) {
        return true;
      }
    }
    return false;
  }
}
