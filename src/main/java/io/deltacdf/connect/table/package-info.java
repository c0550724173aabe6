/**
 * Delta tables: opening a table, its snapshots, states and schemas, and reading data and change
 * files as columns. Only this package and those below it use Delta Kernel; no type of Delta Kernel
 * appears in the API that other packages use.
 */
@NullMarked
package io.deltacdf.connect.table;

import org.jspecify.annotations.NullMarked;
