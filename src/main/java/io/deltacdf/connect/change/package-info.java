/**
 * A commit's rows become changes of keys: pairing, ordering, positions. Knows neither Kafka nor
 * Delta Kernel.
 */
package io.deltacdf.connect.change;
