/**
 * Damages tables at random, and judges what a reader makes of them. The damages are the same in
 * every run: from seed 1 on, a few of each kind, or ten thousand in all with {@code bin/verify
 * --full}. The report of a failure names the seed of each damage; {@code -Ddeltacdf.seed=N
 * -Ddeltacdf.tries=1} repeats it, and {@code -Ddeltacdf.seed=50000 -Ddeltacdf.tries=1000} tries
 * others.
 */
package io.deltacdf.connect.testing.fuzz;
