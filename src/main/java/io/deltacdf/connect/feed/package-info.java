/**
 * One table's life: snapshot, then commits; positions, back-pressure, errors and retries; the
 * checks that look at tables.
 */
package io.deltacdf.connect.feed;
