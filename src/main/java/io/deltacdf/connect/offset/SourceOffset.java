package io.deltacdf.connect.offset;

import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far a table is published. An offset either says that a version is completed, or gives the
 * position within a version that is in progress. {@link SourceOffsetCodec} describes the form in
 * which it is stored.
 *
 * @param version the version that is completed or in progress; -1 if no version is completed
 * @param tableId the table's id: as of this version if it is completed, else as of the version
 *     before it
 * @param catalogTableId the table's id in the catalog that it was found in; empty if it is given by
 *     its path
 * @param timestamp the version's adjusted timestamp in milliseconds since the epoch
 * @param commitHash the hash of the commit of this version if it is completed or a snapshot of it
 *     is in progress, else of the version before it; see {@link LogPosition}
 * @param position the position of the last change that was published, if the version is in progress
 * @param planHash the {@link PlanHash} that was in effect for the position
 * @param snapshotId the id of the snapshot that is in progress; empty for a commit
 * @param keyIdentity the {@link KeyIdentity} of the table's key columns, as of the same version as
 *     the table's id; present only while a key column has another name than the configured one,
 *     because it was renamed
 * @param keyForm the {@link KeyForm} of the records as of the same version
 * @param types the names and types of the published columns as of the same version
 * @param columns the names of all columns as of the same version, if a list selects some of them
 * @param snapshotRequest the last {@code snapshot.request} that was accepted
 * @param keys the text of the {@link KeyCount} at the offset
 * @param transaction how much of the commit in progress is published as a transaction; present only
 *     with {@code provide.transaction.metadata}
 */
public record SourceOffset(
    long version,
    Optional<String> tableId,
    Optional<String> catalogTableId,
    OptionalLong timestamp,
    Optional<String> commitHash,
    Optional<Position> position,
    Optional<String> planHash,
    Optional<String> snapshotId,
    Optional<String> keyIdentity,
    Optional<String> keyForm,
    Optional<String> types,
    Optional<String> columns,
    Optional<String> snapshotRequest,
    Optional<String> keys,
    Optional<TransactionProgress> transaction) {

  /** Returns a builder of the offset of a version, without anything else. */
  public static Builder builder(long version) {
    return new Builder(version);
  }

  /** Returns the offset of a table that starts at a position in its log. */
  public static SourceOffset at(LogPosition position, Optional<String> snapshotRequest) {
    return builder(position.version())
        .tableId(position.tableId())
        .catalogTableId(position.catalogTableId())
        .timestamp(position.timestamp())
        .commitHash(position.commitHash())
        .snapshotRequest(snapshotRequest)
        .build();
  }

  /** Returns a builder of an offset that has everything that this one has. */
  public Builder toBuilder() {
    return builder(version)
        .tableId(tableId)
        .timestamp(timestamp)
        .commitHash(commitHash)
        .position(position)
        .planHash(planHash)
        .snapshotId(snapshotId)
        .published(published())
        .snapshotRequest(snapshotRequest)
        .keys(keys)
        .transaction(transaction);
  }

  /** Returns the form of the records that are published at the offset. */
  public PublishedForm published() {
    return new PublishedForm(keyIdentity, keyForm, types, columns);
  }

  /** Whether the version is completed, so that the next version follows. */
  public boolean isCompleted() {
    return position.isEmpty();
  }

  /**
   * Returns the position in the log at which to continue: after this version if it is completed,
   * else before it. The timestamp of a position before this version is the latest one that does not
   * move the version's own timestamp.
   */
  public LogPosition logPosition() {
    if (isCompleted()) {
      return new LogPosition(version, tableId, timestamp, commitHash, catalogTableId);
    }
    return new LogPosition(
        version - 1,
        tableId,
        timestamp.isPresent() ? OptionalLong.of(timestamp.getAsLong() - 1) : OptionalLong.empty(),
        commitHash,
        catalogTableId);
  }

  /** Builds an offset. Everything but the version may be left out. */
  public static final class Builder {
    private final long version;
    private Optional<String> tableId = Optional.empty();
    private Optional<String> catalogTableId = Optional.empty();
    private OptionalLong timestamp = OptionalLong.empty();
    private Optional<String> commitHash = Optional.empty();
    private Optional<Position> position = Optional.empty();
    private Optional<String> planHash = Optional.empty();
    private Optional<String> snapshotId = Optional.empty();
    private Optional<String> keyIdentity = Optional.empty();
    private Optional<String> keyForm = Optional.empty();
    private Optional<String> types = Optional.empty();
    private Optional<String> columns = Optional.empty();
    private Optional<String> snapshotRequest = Optional.empty();
    private Optional<String> keys = Optional.empty();
    private Optional<TransactionProgress> transaction = Optional.empty();

    private Builder(long version) {
      this.version = version;
    }

    public Builder tableId(Optional<String> value) {
      tableId = value;
      return this;
    }

    public Builder catalogTableId(Optional<String> value) {
      catalogTableId = value;
      return this;
    }

    public Builder timestamp(OptionalLong value) {
      timestamp = value;
      return this;
    }

    public Builder commitHash(Optional<String> value) {
      commitHash = value;
      return this;
    }

    public Builder position(Optional<Position> value) {
      position = value;
      return this;
    }

    public Builder planHash(Optional<String> value) {
      planHash = value;
      return this;
    }

    public Builder snapshotId(Optional<String> value) {
      snapshotId = value;
      return this;
    }

    public Builder keyIdentity(Optional<String> value) {
      keyIdentity = value;
      return this;
    }

    public Builder keyForm(Optional<String> value) {
      keyForm = value;
      return this;
    }

    public Builder types(Optional<String> value) {
      types = value;
      return this;
    }

    public Builder columns(Optional<String> value) {
      columns = value;
      return this;
    }

    public Builder published(PublishedForm form) {
      return keyIdentity(form.keyIdentity())
          .keyForm(form.keyForm())
          .types(form.types())
          .columns(form.columns());
    }

    public Builder snapshotRequest(Optional<String> value) {
      snapshotRequest = value;
      return this;
    }

    public Builder keys(Optional<String> value) {
      keys = value;
      return this;
    }

    public Builder transaction(Optional<TransactionProgress> value) {
      transaction = value;
      return this;
    }

    /** Returns the offset. */
    public SourceOffset build() {
      return new SourceOffset(
          version,
          tableId,
          catalogTableId,
          timestamp,
          commitHash,
          position,
          planHash,
          snapshotId,
          keyIdentity,
          keyForm,
          types,
          columns,
          snapshotRequest,
          keys,
          transaction);
    }
  }
}
