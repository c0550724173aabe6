/**
 * File systems and the reads that go through them: defaults for credentials, small reads, and the
 * classification of store failures.
 */
package io.deltacdf.connect.table.storage;
