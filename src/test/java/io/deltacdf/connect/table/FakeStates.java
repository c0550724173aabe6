package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Format;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.BasePrimitiveType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates states of tables that exist only in memory. */
public final class FakeStates {
  private FakeStates() {}

  /**
   * Creates a state.
   *
   * @param columns such as {@code id long, name string, price decimal(9;2)}
   */
  public static TableState state(String tableId, boolean changeFeed, String columns) {
    return state(
        tableId, Map.of("delta.enableChangeDataFeed", String.valueOf(changeFeed)), columns);
  }

  /** Creates a state with the given table properties. */
  public static TableState state(String tableId, Map<String, String> properties, String columns) {
    StructType schema = new StructType();
    for (String column : columns.split(", ")) {
      String[] nameAndType = column.split(" ");
      schema = schema.add(nameAndType[0], type(nameAndType[1]));
    }
    Metadata metadata =
        new Metadata(
            tableId,
            Optional.empty(),
            Optional.empty(),
            new Format(),
            schema.toJson(),
            schema,
            VectorUtils.buildArrayValue(List.of(), StringType.STRING),
            Optional.empty(),
            VectorUtils.stringStringMapValue(properties));
    return TableState.of(
        new TableLocation("fake", "memory:/fake"), 0, metadata, new Protocol(1, 4));
  }

  private static DataType type(String text) {
    if (text.startsWith("decimal(")) {
      String[] numbers = text.substring("decimal(".length(), text.length() - 1).split(";");
      return new DecimalType(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    }
    return BasePrimitiveType.createPrimitive(text);
  }
}
