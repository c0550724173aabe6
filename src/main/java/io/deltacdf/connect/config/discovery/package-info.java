/** The options of table discovery, and the tables that it finds as a configuration names them. */
@NullMarked
package io.deltacdf.connect.config.discovery;

import org.jspecify.annotations.NullMarked;
