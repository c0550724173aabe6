package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.histories.TableKind.DeletionVectors;
import io.deltacdf.connect.testing.histories.TableKind.Mapping;
import io.deltacdf.connect.testing.histories.TableKind.Partitioning;
import io.deltacdf.connect.testing.tables.RemoveStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/**
 * Generates random histories. A failing history is shrunk to fewer steps, fewer keys, smaller
 * numbers and simpler kinds.
 */
public final class Histories {
  private static final int VALUES = 5;

  private Histories() {}

  /**
   * Generates histories of up to {@code maxSteps} steps, some of which turn the change data feed
   * off and on. The first step always appends rows.
   */
  public static Arbitrary<History> histories(int maxSteps) {
    return of(Arbitraries.frequencyOf(Tuple.of(30, steps()), Tuple.of(2, changeFeed())), maxSteps);
  }

  /** Generates the same histories with a change data feed that is always on. */
  public static Arbitrary<History> recorded(int maxSteps) {
    return of(steps(), maxSteps);
  }

  /** Generates histories in which no column is renamed. */
  public static Arbitrary<History> withoutRenames(int maxSteps) {
    return of(
        steps()
            .filter(
                step ->
                    !(step instanceof SchemaSteps.RenameColumn)
                        && !(step instanceof SchemaSteps.SwapNames)),
        maxSteps);
  }

  /** Generates histories of tables whose log is never cleaned up. */
  public static Arbitrary<History> withWholeLog(int maxSteps) {
    return of(
        steps().filter(step -> !(step instanceof SchemaSteps.Checkpoint it && it.cleanUp())),
        maxSteps);
  }

  /** Generates histories of tables in which some rows have null in a key column. */
  public static Arbitrary<History> withNullsInKeys(int maxSteps) {
    return of(kinds(KeyKind.WITH_NULLS), steps(), maxSteps);
  }

  /** Generates histories of tables with structs, in which most steps change fields or rows. */
  public static Arbitrary<History> withNestedChanges(int maxSteps) {
    return of(
        kinds(KeyKind.WITHOUT_NULLS, Arbitraries.of(Samples.STRUCTS), 2),
        Arbitraries.frequencyOf(
            Tuple.of(20, steps()), Tuple.of(15, nestedSteps()), Tuple.of(1, changeFeed())),
        maxSteps);
  }

  private static Arbitrary<History> of(Arbitrary<Step> steps, int maxSteps) {
    return of(kinds(KeyKind.WITHOUT_NULLS), steps, maxSteps);
  }

  private static Arbitrary<History> of(
      Arbitrary<TableKind> kinds, Arbitrary<Step> steps, int maxSteps) {
    return Combinators.combine(
            kinds,
            append(),
            steps.list().ofMaxSize(maxSteps - 1).withSizeDistribution(RandomDistribution.uniform()))
        .as(
            (kind, first, more) -> {
              List<Step> all = new ArrayList<>(List.of(first));
              all.addAll(more);
              return new History(kind, all);
            });
  }

  private static Arbitrary<TableKind> kinds(List<KeyKind> keys) {
    return kinds(keys, Arbitraries.of(Samples.TYPES), 0);
  }

  /**
   * @param types the types of the columns that are neither keys nor the partition column
   * @param fewest the least number of these columns
   */
  private static Arbitrary<TableKind> kinds(
      List<KeyKind> keys, Arbitrary<String> types, int fewest) {
    Arbitrary<Integer> rows = Arbitraries.integers().between(1, 8);
    return Combinators.combine(
            Arbitraries.of(keys),
            Arbitraries.of(Partitioning.class),
            Arbitraries.of(Mapping.class),
            Arbitraries.of(DeletionVectors.class),
            flags(),
            Arbitraries.of(RemoveStyle.SPARK, RemoveStyle.FULL),
            Combinators.combine(rows, rows).as(Tuple::of),
            Combinators.combine(
                    Arbitraries.of(Samples.PARTITION_TYPES),
                    types.list().ofMinSize(fewest).ofMaxSize(3))
                .as(Histories::concat))
        .as(
            (key, partitioning, mapping, deletionVectors, flags, removeStyle, sizes, all) ->
                new TableKind(
                    key,
                    partitioning,
                    mapping,
                    deletionVectors,
                    flags.contains(0),
                    flags.contains(1),
                    removeStyle,
                    sizes.get1(),
                    sizes.get2(),
                    all));
  }

  private static Arbitrary<Set<Integer>> flags() {
    return Arbitraries.integers().between(0, 1).set();
  }

  private static <T> List<T> concat(T first, List<T> rest) {
    List<T> all = new ArrayList<>(List.of(first));
    all.addAll(rest);
    return all;
  }

  private static Arbitrary<Step> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(3, append().map(step -> step)),
        Tuple.of(10, merge()),
        Tuple.of(6, deleteRows()),
        Tuple.of(2, shiftKeys()),
        Tuple.of(2, swapKeys()),
        Tuple.of(3, overwrite()),
        Tuple.of(1, overwriteSchema()),
        Tuple.of(1, overwritePartition()),
        Tuple.of(1, Arbitraries.create(FileSteps.Truncate::new)),
        Tuple.of(3, number(6).map(FileSteps.Restore::new)),
        Tuple.of(1, Arbitraries.create(FileSteps.Optimize::new)),
        Tuple.of(1, number(3).map(FileSteps.MergeWithoutChange::new)),
        Tuple.of(4, schemaSteps()),
        Tuple.of(1, number(3).map(SchemaSteps.SetProperty::new)),
        Tuple.of(1, Arbitraries.of(false, false, true).map(SchemaSteps.Checkpoint::new)));
  }

  private static Arbitrary<Step> changeFeed() {
    return Arbitraries.of(true, false).map(SchemaSteps.SetChangeFeed::new);
  }

  private static Arbitrary<Step> schemaSteps() {
    return Arbitraries.frequencyOf(Tuple.of(7, columnSteps()), Tuple.of(3, nestedSteps()));
  }

  private static Arbitrary<Step> nestedSteps() {
    Arbitrary<String> fieldTypes = Arbitraries.of(Samples.FIELD_TYPES);
    return Arbitraries.oneOf(
        Combinators.combine(number(5), number(5), fieldTypes, Arbitraries.of(true, false))
            .as(NestedSteps.AddField::new),
        Combinators.combine(number(5), number(3)).as(NestedSteps.DropField::new),
        Combinators.combine(number(5), number(3), number(5)).as(NestedSteps.RenameField::new),
        Combinators.combine(number(5), number(3), number(3)).as(NestedSteps.SwapFieldNames::new),
        number(9).map(SchemaSteps.WidenColumn::new),
        number(5).map(NestedSteps.MoveField::new),
        Combinators.combine(number(5), number(3), fieldTypes, value())
            .as(NestedSteps.OverwriteField::new));
  }

  private static Arbitrary<Step> columnSteps() {
    return Arbitraries.oneOf(
        Combinators.combine(number(5), types()).as(SchemaSteps.AddColumn::new),
        Combinators.combine(key(), types(), value()).as(SchemaSteps.AppendWithColumn::new),
        number(3).map(SchemaSteps.DropColumn::new),
        Combinators.combine(number(3), number(5)).as(SchemaSteps.RenameColumn::new),
        Combinators.combine(number(3), number(3)).as(SchemaSteps.SwapNames::new),
        number(3).map(SchemaSteps.WidenColumn::new),
        Arbitraries.create(SchemaSteps.ReorderColumns::new));
  }

  private static Arbitrary<RowSteps.Append> append() {
    return Combinators.combine(keys(8), value(), count()).as(RowSteps.Append::new);
  }

  private static Arbitrary<Step> merge() {
    return Combinators.combine(keys(6), keys(3), keys(3), number(3), value(), style())
        .as(RowSteps.Merge::new);
  }

  private static Arbitrary<Step> deleteRows() {
    return number(KeyKind.COUNT - 1).set().ofMinSize(1).ofMaxSize(2).map(RowSteps.DeleteRows::new);
  }

  private static Arbitrary<Step> shiftKeys() {
    return Combinators.combine(Arbitraries.integers().between(1, 3), style())
        .as(RowSteps.ShiftKeys::new);
  }

  private static Arbitrary<Step> swapKeys() {
    return Combinators.combine(key(), key(), style()).as(RowSteps.SwapKeys::new);
  }

  private static Arbitrary<Step> overwrite() {
    return Combinators.combine(keys(3), keys(2), number(3), value(), count())
        .as(FileSteps.Overwrite::new);
  }

  private static Arbitrary<Step> overwriteSchema() {
    return Combinators.combine(number(3), types(), value()).as(FileSteps.OverwriteSchema::new);
  }

  private static Arbitrary<Step> overwritePartition() {
    return Combinators.combine(key(), keys(4), keys(2), number(3), value())
        .as(FileSteps.OverwritePartition::new);
  }

  private static Arbitrary<CommitStyle> style() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.of(CommitStyle.Recording.class),
            Arbitraries.of(CommitStyle.Order.class),
            count(),
            Arbitraries.longs().between(0, 1000))
        .as(CommitStyle::new);
  }

  private static Arbitrary<Set<Integer>> keys(int most) {
    return key().set().ofMaxSize(most).withSizeDistribution(RandomDistribution.uniform());
  }

  private static Arbitrary<Integer> key() {
    return number(KeyKind.COUNT - 1);
  }

  private static Arbitrary<Integer> value() {
    return number(VALUES);
  }

  private static Arbitrary<Integer> count() {
    return Arbitraries.integers().between(1, 3);
  }

  private static Arbitrary<String> types() {
    return Arbitraries.of(Samples.TYPES);
  }

  private static Arbitrary<Integer> number(int most) {
    return Arbitraries.integers().between(0, most).withDistribution(RandomDistribution.uniform());
  }
}
