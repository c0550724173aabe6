package io.deltacdf.connect.avro.registry;

/**
 * A version of a subject.
 *
 * @param schema the text of the Avro schema
 */
public record RegisteredSchema(int id, int version, String schema) {}
