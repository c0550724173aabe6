package io.deltacdf.connect.table.variant;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads variants from tables; files that Spark wrote are read by the comparison with Spark. */
class VariantFilesTest {
  private static final byte[] NO_KEYS = {1, 0, 0};

  @TempDir Path dir;

  private static DeltaTable open(TestTable table) {
    return DeltaTables.open("orders", table.path(), Storage.open(Map.of()));
  }

  private static Map<String, Object> variant(byte... value) {
    return row("value", value, "metadata", NO_KEYS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "name", "id"})
  void variantsAreReadAtEveryDepth(String mapping) {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, v variant, s struct<v: variant>, a array<variant>")
            .changeDataFeed()
            .columnMapping(mapping)
            .create();
    byte seven = 7;
    byte int8 = 12;
    table
        .commit()
        .add(
            row(
                "id",
                1,
                "v",
                variant(int8, seven),
                "s",
                row("v", variant((byte) 0)),
                "a",
                List.of(variant((byte) 4), variant(int8, seven))),
            row("id", 2, "s", row("v", null)))
        .write();

    assertThat(RowText.changes(open(table), 1))
        .containsExactly(
            "v1 insert id=1 v=7 s={v:null} a=[true, 7]", "v1 insert id=2 v=null s={v:null} a=null");
  }

  @Test
  void aDamagedVariantIsAnErrorThatNamesTheFile() {
    TestTable table = TestTable.at(dir).schema("id long, v variant").changeDataFeed().create();
    // The value is an integer of four bytes, three of which are missing.
    DataFile file = table.dataFile(row("id", 1, "v", variant((byte) 20, (byte) 1)));
    table.commit().add(file).write();

    assertThatThrownBy(() -> RowText.changes(open(table), 1))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.FILE_CORRUPT);
              assertThat(e.getMessage()).contains("version 1", file.path());
            });
  }
}
