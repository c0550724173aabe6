package io.deltacdf.connect.testing.fuzz;

import io.deltacdf.connect.error.ErrorCode;
import java.util.List;

/** What a reader made of a table. */
public sealed interface Outcome {
  /** Rows were read, here as sorted text. */
  record Rows(List<String> rows) implements Outcome {
    @Override
    public String toString() {
      return "other rows: " + rows;
    }
  }

  /** The reader failed as it should: with a code. */
  record Coded(ErrorCode code, String message) implements Outcome {
    @Override
    public String toString() {
      return message;
    }
  }

  /** The reader failed with any other exception or error. */
  record Raw(String text) implements Outcome {
    @Override
    public String toString() {
      return "raw " + text;
    }
  }

  /** The reader did not return in time. */
  record Hang(String where) implements Outcome {
    @Override
    public String toString() {
      return "hang " + where;
    }
  }
}
