package io.deltacdf.connect.row;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hashes some columns of the rows of a schema. Not thread-safe. */
public final class RowHasher {
  private final BoundColumns bound;
  private final ValueHash[] values;
  private final FieldHash[] fields;
  private final HashStream128 stream = Hashing.xxh3_128().hashStream();
  private final Hash128 hash = new Hash128();

  public RowHasher(TableSchema schema, int[] ordinals) {
    List<Field> hashed = Arrays.stream(ordinals).mapToObj(schema.fields()::get).toList();
    bound = new BoundColumns(ordinals);
    values = hashed.stream().map(field -> ValueHashes.of(field.type())).toArray(ValueHash[]::new);
    fields = ValueHashes.ofFields(hashed);
  }

  /**
   * Returns the hash of a row's key, or null if a key column is null. The result is valid until the
   * next call.
   */
  public @Nullable Hash128 keyHash(ColumnBatch batch, int row) {
    Column[] columns = bound.of(batch);
    stream.reset();
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].isNullAt(row)) {
        return null;
      }
      values[i].put(stream, columns[i], row);
    }
    return result();
  }

  /**
   * Returns the hash of a row, which is valid until the next call. Rows of two schemas of the table
   * have the same hash if they are equal, a column that one schema lacks being null.
   */
  public Hash128 rowHash(ColumnBatch batch, int row) {
    Column[] columns = bound.of(batch);
    stream.reset();
    for (FieldHash field : fields) {
      field.put(stream, columns[field.ordinal()], row);
    }
    return result();
  }

  private Hash128 result() {
    HashValue128 value = stream.get();
    hash.set(value.getMostSignificantBits(), value.getLeastSignificantBits());
    return hash;
  }
}
