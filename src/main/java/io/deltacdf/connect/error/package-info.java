/** The failures that users see: a stable code, a message, and whether a retry may help. */
@NullMarked
package io.deltacdf.connect.error;

import org.jspecify.annotations.NullMarked;
