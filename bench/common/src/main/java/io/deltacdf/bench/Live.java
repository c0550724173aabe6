package io.deltacdf.bench;

import java.io.IOException;

/** The protocol between a script and an engine that follows a table. */
public final class Live {
  private Live() {}

  /**
   * Reports to the script that the engine has caught up, and returns when standard input is closed.
   */
  public static void hold() throws IOException {
    System.out.println("LIVE");
    System.out.flush();
    while (System.in.read() >= 0) {
      // the content does not matter
    }
  }
}
