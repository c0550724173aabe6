/** A consumer of the records that applies commits as a whole, as the documentation shows it. */
package io.deltacdf.connect.testing.consumer;
