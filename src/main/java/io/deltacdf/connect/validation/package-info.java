/** The checks of a configuration that look at the tables. */
package io.deltacdf.connect.validation;
