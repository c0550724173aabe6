package io.deltacdf.connect.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.RecordConfig.NameAdjustment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameAdjusterTest {
  @ParameterizedTest
  @CsvSource({
    "id, id, id",
    "order_id, order_id, order_u005fid",
    "a b, a_b, a_u0020b",
    "a.b, a_b, a_u002eb",
    "1st, _1st, _u0031st",
    "ä, _, _u00e4",
    "x1-Y, x1_Y, x1_u002dY",
  })
  void adjustsOneName(String name, String avro, String unicode) {
    assertThat(new NameAdjuster(NameAdjustment.NONE).adjust(name)).isEqualTo(name);
    assertThat(new NameAdjuster(NameAdjustment.AVRO).adjust(name)).isEqualTo(avro);
    assertThat(new NameAdjuster(NameAdjustment.AVRO_UNICODE).adjust(name)).isEqualTo(unicode);
  }

  @Test
  void adjustsEachPartOfAFullName() {
    String name = "my-shop.1st.orders.Value";
    assertThat(new NameAdjuster(NameAdjustment.NONE).adjustParts(name)).isEqualTo(name);
    assertThat(new NameAdjuster(NameAdjustment.AVRO).adjustParts(name))
        .isEqualTo("my_shop._1st.orders.Value");
    assertThat(new NameAdjuster(NameAdjustment.AVRO_UNICODE).adjustParts(name))
        .isEqualTo("my_u002dshop._u0031st.orders.Value");
  }
}
