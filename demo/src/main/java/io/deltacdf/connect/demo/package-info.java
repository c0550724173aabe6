/**
 * {@code bin/demo}: a broker and a Connect worker as processes of their own, a Delta table, the
 * connector, its events as they arrive, and in the end the table beside the mirror that the topic
 * comes to.
 */
package io.deltacdf.connect.demo;
