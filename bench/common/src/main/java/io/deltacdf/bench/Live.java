package io.deltacdf.bench;

import java.io.IOException;

/** The protocol between a script and an engine that follows a table. */
public final class Live {
  private Live() {}

  /**
   * Reports to the script that the engine has caught up, with the topic that it writes to, and
   * returns when standard input is closed.
   */
  public static void hold(String topic) throws IOException {
    System.out.println("LIVE " + topic);
    System.out.flush();
    while (System.in.read() >= 0) {
      // the content does not matter
    }
  }
}
