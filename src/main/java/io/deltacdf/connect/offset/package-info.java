/**
 * Source offsets: positions inside a version, the codec of the stored form, and the hash of what
 * determines the order of a version's records. Knows nothing of Kafka.
 */
package io.deltacdf.connect.offset;
