package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import java.util.Optional;

/**
 * The deletion vectors that select rows of a file by physical position: all rows that are not in
 * {@code hidden} or, if {@code wanted} is present, the rows that are in {@code wanted} and not in
 * {@code hidden}.
 */
public record DeletionVectors(
    Optional<DeletionVectorDescriptor> wanted, Optional<DeletionVectorDescriptor> hidden) {}
