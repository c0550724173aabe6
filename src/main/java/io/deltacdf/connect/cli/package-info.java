/**
 * {@code delta-cdf}, the command line: prints what the connector would publish, and what it knows
 * of a table.
 */
package io.deltacdf.connect.cli;
