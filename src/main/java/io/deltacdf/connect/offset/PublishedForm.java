package io.deltacdf.connect.offset;

import java.util.Optional;

/**
 * The form of the records that are published at a version, as an offset stores it. A run that
 * resumes there makes the same decisions about changes of keys and types as one that went on.
 *
 * @param keyIdentity the {@link KeyIdentity}, while a key column has another name than configured
 * @param keyForm the text of the {@link KeyForm}
 * @param types the names and types of the published columns as a text
 * @param columns the names of all columns as a text, if the table has a list of columns
 */
public record PublishedForm(
    Optional<String> keyIdentity,
    Optional<String> keyForm,
    Optional<String> types,
    Optional<String> columns) {
  /** Nothing is known of the records, because there are none or a person wrote the offset. */
  public static final PublishedForm UNKNOWN =
      new PublishedForm(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
