/**
 * {@code bin/demo}: starts a broker and a Connect worker, creates a Delta table and the connector,
 * prints the events as they arrive, and finally compares the table with the folded topic.
 */
package io.deltacdf.connect.demo;
