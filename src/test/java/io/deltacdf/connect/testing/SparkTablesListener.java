package io.deltacdf.connect.testing;

import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Starts to create the tables of {@link SparkTables} when a test run begins that has a class marked
 * {@link UsesAllSparkTables}. Spark then works while earlier tests wait for brokers and workers.
 * JUnit finds this listener by service loading.
 */
public final class SparkTablesListener implements TestExecutionListener {
  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    if (plan.countTestIdentifiers(SparkTablesListener::usesAllSparkTables) > 0) {
      SparkTables.prepareInBackground();
    }
  }

  private static boolean usesAllSparkTables(TestIdentifier identifier) {
    return identifier
        .getSource()
        .filter(ClassSource.class::isInstance)
        .map(source -> ((ClassSource) source).getJavaClass())
        .filter(type -> type.isAnnotationPresent(UsesAllSparkTables.class))
        .isPresent();
  }
}
