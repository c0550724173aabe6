/** Tells in the log and in a topic how the snapshots of tables go. */
@NullMarked
package io.deltacdf.connect.source.notification;

import org.jspecify.annotations.NullMarked;
