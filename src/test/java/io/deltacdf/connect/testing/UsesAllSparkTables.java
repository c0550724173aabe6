package io.deltacdf.connect.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test class that reads the tables of all kinds in {@link SparkTables}. A test run that has
 * such a class creates the tables in the background from its beginning, see {@link
 * SparkTablesListener}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface UsesAllSparkTables {}
