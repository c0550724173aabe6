package io.deltacdf.connect.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.parquet.page.Page;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Random;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

class EntryLevelsTest {
  private static final PageValues NO_VALUES =
      new PageValues() {
        @Override
        public void skip(int count) {}
      };

  private static EntryLevels levels(int maximum, byte[] definitions) {
    ColumnDescriptor column =
        new ColumnDescriptor(
            new String[] {"a", "b"},
            Types.optional(PrimitiveTypeName.INT32).named("b"),
            0,
            maximum);
    EntryLevels levels = new EntryLevels(column, 1);
    levels.append(
        new Page(definitions.length, 0, null, definitions, NO_VALUES), 0, definitions.length);
    return levels;
  }

  @Test
  void leavesAgreeIfTheirLevelsBelowThatOfTheGroupAreTheSame() {
    Random random = new Random(7);
    int agreeing = 0;
    for (int i = 0; i < 20_000; i++) {
      int level = 1 + random.nextInt(127);
      byte[] left = new byte[random.nextInt(30)];
      byte[] right = new byte[left.length];
      int changed = random.nextInt(60);
      boolean agree = true;
      for (int at = 0; at < left.length; at++) {
        left[at] = (byte) random.nextInt(128);
        right[at] = left[at] < level ? left[at] : (byte) (level + random.nextInt(128 - level));
        if (at == changed) {
          right[at] = (byte) random.nextInt(128);
        }
        agree &= Math.min(left[at], level) == Math.min(right[at], level);
      }
      agreeing += agree ? 1 : 0;

      assertThat(levels(127, left).agree(levels(127, right), new Levels(level, 0, 0)))
          .isEqualTo(agree);
    }
    assertThat(agreeing).isBetween(1_000, 19_000);
  }
}
