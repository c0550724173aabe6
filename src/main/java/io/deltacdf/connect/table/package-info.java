/**
 * Delta: opening a table, following its log, a commit's file actions, schemas by version, and
 * reading data and change files as columns. The only package that knows Delta Kernel; no kernel
 * type shows through its public classes.
 */
package io.deltacdf.connect.table;
