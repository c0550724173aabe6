package io.deltacdf.connect.demo;

import java.util.stream.Collectors;

/** The connector or its task has failed, for the reason that Connect's status gives. */
final class ConnectorFailedException extends RuntimeException {
  /**
   * @param trace the stack trace in the status; its messages alone are kept
   */
  ConnectorFailedException(String trace) {
    super(
        trace
            .lines()
            .filter(line -> !line.matches("\\s*(at |\\.\\.\\. \\d+ more).*|\\s*"))
            .collect(Collectors.joining("\n", "The connector has failed:\n", "")));
  }
}
