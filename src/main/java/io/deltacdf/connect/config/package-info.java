/**
 * The options: parsing, validation of their form, documentation, and what a task is given. Looks at
 * no table.
 */
package io.deltacdf.connect.config;
