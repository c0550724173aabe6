/** How an option is declared, grouped, parsed and explained; knows none of the options. */
@NullMarked
package io.deltacdf.connect.config.option;

import org.jspecify.annotations.NullMarked;
