package io.deltacdf.connect.testing.sinks;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Converts values that have a schema as both search sinks do, unless {@code schema.ignore=true}.
 * Decimals become doubles. Connect's dates and timestamps are converted as Connect's JSON converter
 * does (days, milliseconds). Other logical types become their plain types. Maps become objects;
 * maps whose keys are not of type STRING are not imitated. (With {@code schema.ignore=true},
 * decimals are Base64 text, as the JSON converter writes them.)
 */
final class Documents {
  private Documents() {}

  /** Returns the schema of the result of {@link #value}. */
  static Schema schema(Schema schema) {
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      return like(schema, SchemaBuilder.float64());
    }
    return switch (schema.type()) {
      case STRUCT -> {
        SchemaBuilder struct = SchemaBuilder.struct().name(schema.name());
        for (Field field : schema.fields()) {
          struct.field(field.name(), schema(field.schema()));
        }
        yield like(schema, struct);
      }
      case ARRAY -> like(schema, SchemaBuilder.array(schema(schema.valueSchema())));
      case MAP -> like(schema, SchemaBuilder.map(schema.keySchema(), schema(schema.valueSchema())));
      default -> schema;
    };
  }

  private static Schema like(Schema from, SchemaBuilder to) {
    return from.isOptional() ? to.optional().build() : to.build();
  }

  static Object value(Object value, Schema schema, Schema shown) {
    if (value == null) {
      return null;
    } else if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      return ((BigDecimal) value).doubleValue();
    }
    return switch (schema.type()) {
      case STRUCT -> {
        Struct struct = new Struct(shown);
        for (Field field : schema.fields()) {
          Object part = ((Struct) value).get(field);
          Schema partShown = shown.field(field.name()).schema();
          struct.put(field.name(), value(part, field.schema(), partShown));
        }
        yield struct;
      }
      case ARRAY -> {
        List<Object> array = new ArrayList<>();
        for (Object element : (List<?>) value) {
          array.add(value(element, schema.valueSchema(), shown.valueSchema()));
        }
        yield array;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) value)
            .forEach((k, v) -> map.put(k, value(v, schema.valueSchema(), shown.valueSchema())));
        yield map;
      }
      default -> value;
    };
  }
}
