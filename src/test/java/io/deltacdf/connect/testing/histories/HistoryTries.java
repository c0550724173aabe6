package io.deltacdf.connect.testing.histories;

import java.util.List;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * Sets how many histories a property is tried with, and which. The seed is always the same, unless
 * {@code -Ddeltacdf.seed} sets another one. The number is that of {@code -Ddeltacdf.tries}, or of
 * the property; {@code bin/verify --full} multiplies the latter by 10. Readers only log errors
 * during a property, because they would log too much otherwise.
 */
public final class HistoryTries implements AroundPropertyHook {
  private static final List<String> LOGGERS = List.of("io.deltacdf", "io.delta.kernel");
  private static final int FULL = 10;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    int tries = context.attributes().tries().orElseThrow();
    int times = Boolean.getBoolean("deltacdf.full") ? FULL : 1;
    context.attributes().setTries(Integer.getInteger("deltacdf.tries", tries * times));
    context.attributes().setSeed(System.getProperty("deltacdf.seed", "1"));
    LOGGERS.forEach(logger -> Configurator.setLevel(logger, Level.ERROR));
    try {
      return property.execute();
    } finally {
      Configurator.reconfigure();
    }
  }
}
