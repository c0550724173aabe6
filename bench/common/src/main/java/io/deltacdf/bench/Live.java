package io.deltacdf.bench;

import java.io.IOException;

/** How a script and an engine that follows a table agree on the beginning and the end. */
public final class Live {
  private Live() {}

  /** Tells the script that the table is caught up; returns when standard input is closed. */
  public static void hold() throws IOException {
    System.out.println("LIVE");
    System.out.flush();
    while (System.in.read() >= 0) {
      // what is written does not matter
    }
  }
}
