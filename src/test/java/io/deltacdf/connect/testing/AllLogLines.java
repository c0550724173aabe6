package io.deltacdf.connect.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** Captures every line that this project logs, at every level, with the stack traces. */
public final class AllLogLines extends AbstractAppender implements AutoCloseable {
  private static final String PROJECT = "io.deltacdf";

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LogManager.getLogger(PROJECT);
  private final Level level = logger.getLevel();

  public AllLogLines() {
    super("all", null, null, false, Property.EMPTY_ARRAY);
    start();
    logger.addAppender(this);
    Configurator.setAllLevels(PROJECT, Level.TRACE);
  }

  /** Returns the stack trace of an exception with its causes and suppressed exceptions. */
  public static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void append(LogEvent event) {
    Throwable thrown = event.getThrown();
    lines.add(
        event.getMessage().getFormattedMessage() + (thrown == null ? "" : "\n" + trace(thrown)));
  }

  @Override
  public void close() {
    Configurator.setAllLevels(PROJECT, level);
    logger.removeAppender(this);
    stop();
  }
}
