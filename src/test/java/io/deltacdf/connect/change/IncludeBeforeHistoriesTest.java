package io.deltacdf.connect.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;

/** In random histories of tables, the row before a change is in the previous version. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class IncludeBeforeHistoriesTest {
  private static final Storage STORAGE = Storage.open(Map.of());

  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(10);
  }

  @Provide
  Arbitrary<Integer> maxKeys() {
    return Arbitraries.of(4_000_000, 2, 1);
  }

  @Provide
  Arbitrary<Long> maxBytes() {
    return Arbitraries.of(PreimageBuffer.MAX_BYTES, 200L, 0L);
  }

  /** A change with the values of its rows by column id; null if it has no such row. */
  private record Seen(
      Operation operation, Map<Integer, Object> before, Map<Integer, Object> after) {}

  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
  void byKeyBeforeIsTheRowOfTheKeyInThePreviousVersion(
      @ForAll("histories") History history,
      @ForAll("maxKeys") int maxKeys,
      @ForAll("maxBytes") long maxBytes) {
    CommitOptions options =
        new CommitOptions(ChangeFeed.AUTO, Consolidation.KEY, true, maxKeys, true, false, true);
    HistoryTables.with(
        history,
        world -> {
          long first = world.firstStart();
          Keys keys = new Keys(world.keyNames(Math.max(0, first - 1)));
          for (Commit commit : commits(world, first)) {
            keys.startCommit(commit);
            long version = commit.version();
            Set<Integer> withPreimage = keysWithPreimage(world, commit);
            for (Seen change : changes(world, commit, options, keys, maxBytes)) {
              int key = keyOf(world, change, version);
              Map<Integer, Object> previous =
                  version == 0 ? null : world.plainRows(version - 1).get(key);
              assertThat(change.after).as("after").isEqualTo(world.plainRows(version).get(key));
              assertThat(change.before)
                  .as("before of %s in version %d", change, version)
                  .isEqualTo(withPreimage.contains(key) ? previous : null);
            }
          }
        });
  }

  /** Returns the keys of which the commit has a preimage, since some writers leave them out. */
  private static Set<Integer> keysWithPreimage(World world, Commit commit) {
    long version = commit.version();
    return world.at(version).changeFeed()
        ? world.rawChanges(version).stream()
            .filter(change -> !change.isNew())
            .map(World.RawChange::key)
            .collect(Collectors.toSet())
        : version == 0 ? Set.of() : world.plainRows(version - 1).keySet();
  }

  @Property(tries = 6, edgeCases = EdgeCasesMode.NONE)
  void byRowIdBeforeIsARowOfThePreviousVersion(
      @ForAll("histories") History history,
      @ForAll("maxKeys") int maxRowIds,
      @ForAll("maxBytes") long maxBytes) {
    CommitOptions options =
        new CommitOptions(
            ChangeFeed.DERIVE, Consolidation.NONE, false, maxRowIds, true, false, true);
    HistoryTables.with(
        history.withRowTracking(),
        world -> {
          Keys noKey = new Keys(List.of());
          for (Commit commit : commits(world, world.firstStart())) {
            noKey.startCommit(commit);
            long version = commit.version();
            List<Map<Integer, Object>> previous =
                version == 0 ? List.of() : new ArrayList<>(world.plainRows(version - 1).values());
            for (Seen change : changes(world, commit, options, noKey, maxBytes)) {
              if (change.operation == Operation.CREATE) {
                assertThat(change.before).isNull();
              } else {
                assertThat(previous.remove(change.before)).as("%s, once", change).isTrue();
              }
            }
          }
        });
  }

  private static List<Commit> commits(World world, long first) {
    List<Commit> commits = new ArrayList<>();
    try (CommitLog log = table(world).follow(LogPosition.before(first))) {
      for (Commit commit = log.next(); commit != null; commit = log.next()) {
        commits.add(commit);
      }
    }
    return commits;
  }

  private static DeltaTable table(World world) {
    return DeltaTables.open("t", world.table().path(), STORAGE);
  }

  private static List<Seen> changes(
      World world, Commit commit, CommitOptions options, Keys keys, long maxBytes) {
    List<Seen> seen = new ArrayList<>();
    ChangeSink sink =
        change ->
            seen.add(
                new Seen(
                    change.operation(),
                    row(world, commit, change.before(), change.beforeRow()),
                    row(world, commit, change.after(), change.afterRow())));
    try (VersionChanges changes =
        CommitChanges.open(table(world), commit, options, keys, null, maxBytes)) {
      while (changes.next(sink)) {}
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return seen;
  }

  private static int keyOf(World world, Seen change, long version) {
    Map<Integer, Object> row = change.after == null ? change.before : change.after;
    int keys = world.keyNames(version).size();
    return world.keyOf(IntStream.range(0, keys).mapToObj(row::get).toList());
  }

  private static Map<Integer, Object> row(World world, Commit commit, ColumnBatch batch, int row) {
    if (batch == null) {
      return null;
    }
    boolean beforeCommit =
        commit.changesSchema() && batch.schema().hasSameColumns(commit.before().schema());
    Map<String, Object> named = new HashMap<>();
    for (int i = 0; i < batch.schema().size(); i++) {
      named.put(batch.schema().fields().get(i).name(), value(batch.column(i), row));
    }
    return world.plain(named, commit.version() - (beforeCommit ? 1 : 0));
  }

  private static Object value(Column column, int row) {
    if (column.isNullAt(row)) {
      return null;
    }
    DataType type = column.type();
    if (type instanceof DataType.Struct struct) {
      Map<String, Object> fields = new HashMap<>();
      for (int i = 0; i < struct.fields().size(); i++) {
        fields.put(struct.fields().get(i).name(), value(column.fieldAt(i), row));
      }
      return fields;
    } else if (type instanceof DataType.Array) {
      Column.ArrayView view = column.arrayAt(row);
      List<Object> elements = new ArrayList<>();
      for (int i = 0; i < view.size(); i++) {
        elements.add(value(view.elements(), i));
      }
      return elements;
    } else if (type instanceof DataType.Map) {
      Column.MapView view = column.mapAt(row);
      Map<Object, Object> entries = new HashMap<>();
      for (int i = 0; i < view.size(); i++) {
        entries.put(value(view.keys(), i), value(view.values(), i));
      }
      return entries;
    } else if (type instanceof DataType.Decimal) {
      return column.decimalAt(row);
    }
    return switch ((Primitive) type) {
      case BOOLEAN -> column.booleanAt(row);
      case BYTE, SHORT, INTEGER, LONG, DATE, TIMESTAMP, TIMESTAMP_NTZ -> column.longAt(row);
      case FLOAT -> column.floatAt(row);
      case DOUBLE -> column.doubleAt(row);
      case STRING, VARIANT -> column.stringAt(row);
      case BINARY -> column.bytesAt(row);
    };
  }

  /** Reads all columns, and follows the key columns through renames. */
  private static final class Keys implements ReadColumns {
    private final KeyResolver resolver;
    private final Map<TableSchema, KeyColumns> keys = new HashMap<>();

    Keys(List<String> names) {
      resolver = new KeyResolver("t", names);
    }

    void startCommit(Commit commit) {
      for (TableSchema schema : List.of(commit.before().schema(), commit.after().schema())) {
        keys.computeIfAbsent(schema, each -> resolver.resolve(each, commit.version()));
      }
    }

    @Override
    public KeyColumns key(TableSchema schema) {
      return keys.get(schema);
    }

    @Override
    public int[] wholeRows(TableSchema schema) {
      return IntStream.range(0, schema.size()).toArray();
    }

    @Override
    public int[] deletedRows(TableSchema schema) {
      return key(schema).toArray();
    }
  }
}
