package io.deltacdf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LiveTest {
  @Test
  void theScriptLearnsWhichTopicToRead() throws Exception {
    InputStream in = System.in;
    PrintStream out = System.out;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream(new byte[0]));
      System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
      Live.hold("worker1-1.t1");
    } finally {
      System.setIn(in);
      System.setOut(out);
    }

    assertThat(written.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("LIVE worker1-1.t1");
  }
}
