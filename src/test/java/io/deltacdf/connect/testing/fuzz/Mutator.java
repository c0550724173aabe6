package io.deltacdf.connect.testing.fuzz;

import java.util.Random;

/** Damages the content of a file. The same random numbers do the same damage. */
@FunctionalInterface
public interface Mutator {
  Mutation mutate(byte[] bytes, Random random);
}
