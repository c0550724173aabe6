/** Hides secrets in messages and exceptions; knows nothing of the rest of the project. */
@NullMarked
package io.deltacdf.connect.redaction;

import org.jspecify.annotations.NullMarked;
