package io.deltacdf.connect.table.log;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.table.TableState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the columns and fields that were dropped by the metadata alone and that a commit brings
 * back, as RESTORE does. Data files keep the values of such columns.
 */
public final class ReturningColumns {
  private static final String ID = "delta.columnMapping.id";
  private static final String MAX_ID = "delta.columnMapping.maxColumnId";

  private final Set<Long> idsBefore = new HashSet<>();
  private final List<String> names = new ArrayList<>();
  private final long maxIdBefore;

  private ReturningColumns(TableState before) {
    maxIdBefore = maxId(before);
  }

  /**
   * Returns the paths of these columns and fields, such as {@code address.city}. Only tables with
   * column mapping can have them: there, a new column has an id that is greater than all before.
   */
  public static List<String> of(Commit commit) {
    ReturningColumns columns = new ReturningColumns(commit.before());
    if (commit.before() != commit.after() && columns.maxIdBefore > 0) {
      columns.collect(commit.before().logged().getSchema());
      columns.find(commit.after().logged().getSchema(), "");
    }
    return List.copyOf(columns.names);
  }

  /** The number is text that a writer wrote; without one, nothing is known of returned columns. */
  private static long maxId(TableState state) {
    try {
      return Long.parseLong(state.properties().getOrDefault(MAX_ID, "0"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void collect(DataType type) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        Long id = field.getMetadata().getLong(ID);
        if (id != null) {
          idsBefore.add(id);
        }
        collect(field.getDataType());
      }
    } else if (type instanceof ArrayType array) {
      collect(array.getElementType());
    } else if (type instanceof MapType map) {
      collect(map.getKeyType());
      collect(map.getValueType());
    }
  }

  private void find(DataType type, String prefix) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        Long id = field.getMetadata().getLong(ID);
        if (id != null && id <= maxIdBefore && !idsBefore.contains(id)) {
          names.add(prefix + field.getName());
        } else {
          find(field.getDataType(), prefix + field.getName() + ".");
        }
      }
    } else if (type instanceof ArrayType array) {
      find(array.getElementType(), prefix);
    } else if (type instanceof MapType map) {
      find(map.getKeyType(), prefix);
      find(map.getValueType(), prefix);
    }
  }
}
