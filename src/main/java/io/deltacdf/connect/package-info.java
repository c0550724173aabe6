/** The connector and its task: the life cycle that Kafka Connect prescribes, and nothing else. */
@NullMarked
package io.deltacdf.connect;

import org.jspecify.annotations.NullMarked;
