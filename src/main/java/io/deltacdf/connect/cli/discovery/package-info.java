/** The command {@code delta-cdf discover}, and reading the configuration of a connector. */
@NullMarked
package io.deltacdf.connect.cli.discovery;

import org.jspecify.annotations.NullMarked;
