package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnFilterTest {
  private static ColumnFilter filter(String option, String... entries) {
    return new ColumnFilter(option, option.endsWith("include.list"), List.of(entries));
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
  void anEntryMatchesANameOrAWholeNameAsARegularExpression(
      String entry, String column, boolean matches) {
    assertThat(ColumnFilter.matches(entry, column)).isEqualTo(matches);
  }

  @Test
  void includesOrExcludesTheColumnsThatMatch() {
    assertThat(filter("column.include.list", "a").passes("a")).isTrue();
    assertThat(filter("column.include.list", "a").passes("b")).isFalse();
    assertThat(filter("column.exclude.list", "a").passes("a")).isFalse();
    assertThat(filter("column.exclude.list", "a").passes("b")).isTrue();
    assertThat(filter("column.exclude.list").passes("a")).isTrue();
  }

  @Test
  void aListOfATableOverridesBothListsOfTheConnector() {
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
  void anEmptyListOfATableOverridesThatOfTheConnector() {
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
  void bothListsOfATableOrOfTheConnectorAreAnError() {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd("column.include.list", "a", "column.exclude.list", "b"))
                .errors())
        .containsExactly(
            "column.exclude.list: Set either this option or column.include.list, not both");
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "tables.orders.column.include.list", "a",
                        "tables.orders.column.exclude.list", "b"))
                .errors())
        .containsExactly(
            "tables.orders.column.exclude.list: Set either this option or"
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
    "'a,A', '''A'' is listed twice'",
    "'a,b(', '''b('' is not a valid regular expression (Unclosed group)'",
  })
  void invalidEntriesAreErrors(String list, String problem) {
    assertThat(Props.errors(Props.validAnd("column.exclude.list", list), "column.exclude.list"))
        .singleElement()
        .asString()
        .contains(problem);
  }
}
