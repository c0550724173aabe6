package io.deltacdf.connect.avro.schema;

/**
 * What determines the Avro form of a Connect schema and of its values. The names of the options are
 * Confluent's.
 *
 * @param enhanced whether enums stay enums, and the members of unions have their full names
 * @param metadata whether the Avro schema carries what only Connect knows
 * @param scrub whether names that Avro does not allow are changed
 * @param nullsOverDefaults whether a null is written as null where the field has a default
 */
public record AvroSettings(
    boolean enhanced, boolean metadata, boolean scrub, boolean nullsOverDefaults) {
  /** The defaults of the options. */
  public static final AvroSettings DEFAULTS = new AvroSettings(false, true, false, false);
}
