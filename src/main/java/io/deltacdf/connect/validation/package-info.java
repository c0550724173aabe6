/** The checks of a configuration that read the tables. */
@NullMarked
package io.deltacdf.connect.validation;

import org.jspecify.annotations.NullMarked;
