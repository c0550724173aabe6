package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableSchema;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One pass over the files of a version.
 *
 * @param phase names the pass in positions
 * @param files the files that are read in it
 * @param columns the ordinals that are read of a file's schema
 * @param rule what is published of their rows
 */
record Pass(
    Phase phase,
    Predicate<ChangedFile> files,
    Function<TableSchema, int[]> columns,
    PassRule rule) {}
