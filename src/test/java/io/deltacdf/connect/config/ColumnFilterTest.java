package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnFilterTest {
  private static ColumnFilter filter(String option, String... entries) {
    return new ColumnFilter(option, List.of(entries));
  }

  @ParameterizedTest
  @CsvSource({
    "Name, name, true",
    "nam, name, false",
    "card_.*, CARD_number, true",
    "card_.*, my_card_number, false",
    "'card|pin', pin, true",
    "id.num, id.num, true",
    "GRÖSSE, grösse, true",
  })
  void anEntryIsANameOrFitsAWholeName(String entry, String column, boolean fits) {
    assertThat(ColumnFilter.fits(entry, column)).isEqualTo(fits);
  }

  @Test
  void includesOrExcludes() {
    assertThat(filter("column.include.list", "a").passes("a")).isTrue();
    assertThat(filter("column.include.list", "a").passes("b")).isFalse();
    assertThat(filter("column.exclude.list", "a").passes("a")).isFalse();
    assertThat(filter("column.exclude.list", "a").passes("b")).isTrue();
    assertThat(ColumnFilter.ALL.passes("a")).isTrue();
  }

  @Test
  void aTablesOwnListTakesThePlaceOfBothOfTheConnectors() {
    List<TableConfig> tables =
        new DeltaSourceConfig(
                Props.validAnd(
                    "column.exclude.list", "secret, pin",
                    "tables.orders.column.include.list", "id,price"))
            .tables();

    assertThat(tables)
        .extracting(TableConfig::columns)
        .containsExactly(
            filter("tables.orders.column.include.list", "id", "price"),
            filter("column.exclude.list", "secret", "pin"));
  }

  @Test
  void anEmptyListOfATableIsNone() {
    List<TableConfig> tables =
        new DeltaSourceConfig(
                Props.validAnd(
                    "column.include.list", "id", "tables.orders.column.include.list", ""))
            .tables();

    assertThat(tables)
        .extracting(TableConfig::columns)
        .containsExactly(
            filter("tables.orders.column.exclude.list"), filter("column.include.list", "id"));
  }

  @Test
  void bothListsAtOneLevelAreAnError() {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd("column.include.list", "a", "column.exclude.list", "b"))
                .errors())
        .containsExactly("column.exclude.list: Set either this or column.include.list, not both");
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "tables.orders.column.include.list", "a",
                        "tables.orders.column.exclude.list", "b"))
                .errors())
        .containsExactly(
            "tables.orders.column.exclude.list: Set either this or"
                + " tables.orders.column.include.list, not both");
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "column.include.list", "a", "tables.orders.column.exclude.list", "b"))
                .errors())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'a,,b', A column name is empty",
    "'a,A', '''A'' is named twice'",
    "'a,b(', '''b('' is no regular expression (Unclosed group)'",
  })
  void badEntriesAreRefused(String list, String problem) {
    assertThat(Props.errors(Props.validAnd("column.exclude.list", list), "column.exclude.list"))
        .singleElement()
        .asString()
        .contains(problem);
  }
}
