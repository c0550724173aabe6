package io.deltacdf.connect.row;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;

/** Hashes some columns of the rows of a schema. Not thread-safe. */
public final class RowHasher {
  private final int[] ordinals;
  private final ValueHash[] values;
  private final FieldHash[] fields;
  private final Column[] columns;
  private final HashStream128 stream = Hashing.xxh3_128().hashStream();
  private final Hash128 hash = new Hash128();
  private ColumnBatch bound;

  public RowHasher(TableSchema schema, int[] ordinals) {
    this.ordinals = ordinals;
    values = new ValueHash[ordinals.length];
    columns = new Column[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      values[i] = ValueHash.of(schema.fields().get(ordinals[i]).type());
    }
    fields = FieldHash.of(Arrays.stream(ordinals).mapToObj(schema.fields()::get).toList());
  }

  /** The hash of a row's key, valid until the next one; null where a key column is null. */
  public Hash128 keyHash(ColumnBatch batch, int row) {
    bind(batch);
    stream.reset();
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].isNullAt(row)) {
        return null;
      }
      values[i].put(stream, columns[i], row);
    }
    return finished();
  }

  /**
   * The hash of a row, valid until the next one. Equal for equal rows of two schemas of the table
   * too: one that lacks a column has null there.
   */
  public Hash128 rowHash(ColumnBatch batch, int row) {
    bind(batch);
    stream.reset();
    for (FieldHash field : fields) {
      field.put(stream, columns[field.ordinal()], row);
    }
    return finished();
  }

  private Hash128 finished() {
    HashValue128 value = stream.get();
    hash.set(value.getMostSignificantBits(), value.getLeastSignificantBits());
    return hash;
  }

  private void bind(ColumnBatch batch) {
    if (batch != bound) {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = batch.column(ordinals[i]);
      }
      bound = batch;
    }
  }
}
