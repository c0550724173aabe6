/**
 * {@code delta-cdf}, the command line: prints what the connector would publish, describes tables,
 * and checks configurations.
 */
@NullMarked
package io.deltacdf.connect.cli;

import org.jspecify.annotations.NullMarked;
