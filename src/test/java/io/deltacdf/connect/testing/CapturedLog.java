package io.deltacdf.connect.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Captures what a class logs until this is closed, as {@code LEVEL message}. */
public final class CapturedLog implements AutoCloseable {
  private final Logger logger;
  private final Lines lines = new Lines();

  public CapturedLog(Class<?> type) {
    logger = (Logger) LogManager.getLogger(type);
    lines.start();
    logger.addAppender(lines);
  }

  public List<String> lines() {
    return List.copyOf(lines.lines);
  }

  /** Returns the messages at level WARN, without the level. */
  public List<String> warnings() {
    return lines.lines.stream()
        .filter(line -> line.startsWith("WARN "))
        .map(line -> line.substring("WARN ".length()))
        .toList();
  }

  @Override
  public void close() {
    logger.removeAppender(lines);
    lines.stop();
  }

  private static final class Lines extends AbstractAppender {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Lines() {
      super("captured", null, null, false, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }
  }
}
