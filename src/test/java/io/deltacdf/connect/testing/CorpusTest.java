package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.deltacdf.connect.testing.CorpusExpectation.ReadOn;
import io.deltacdf.connect.testing.CorpusExpectation.Refused;
import io.deltacdf.connect.testing.CorpusExpectation.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the reader of the corpus with a small corpus in the same format. */
class CorpusTest {
  private static final String ROW =
      "{'id':1,'_change_type':'insert','_commit_version':4,"
          + "'_commit_timestamp':'2024-01-01T00:00:00.000000Z'}";

  @TempDir private Path directory;

  @BeforeEach
  void makeCorpus() throws IOException {
    Files.createDirectories(directory.resolve("spark/oracle"));
    write("README.md", "| table | first version | rows |", "|---|---|---|", "| late | 4 | 1 |");
  }

  @Test
  void isFoundByItsOracle() {
    assertThat(new Corpus(directory).directory()).isEqualTo(directory);
    assertThatThrownBy(() -> new Corpus(directory.resolve("spark")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("No corpus");
  }

  @Test
  void sparkRowsRunFromTheFirstVersionOrWithinTheirBounds() throws IOException {
    sparkTable("late");
    sparkTable("plain");
    oracle("late.jsonl", ROW);
    oracle("late_v5_7.jsonl", ROW);
    oracle("plain.jsonl", ROW);
    oracle("plain_from0.jsonl", ROW);
    oracle("plain_max1.stream.jsonl", ROW);
    oracle("plain_max1.stream.offsets", "x");

    assertThat(new Corpus(directory).sparkRanges())
        .extracting(CorpusRange::name, CorpusRange::versions)
        .containsExactly(
            tuple("spark/late", VersionRange.from(4)),
            tuple("spark/late_v5_7", VersionRange.of(5, 7)),
            tuple("spark/plain", VersionRange.from(1)),
            tuple("spark/plain_from0", VersionRange.from(0)));
    assertThat(new Corpus(directory).sparkRanges().get(1).table())
        .isEqualTo(directory.resolve("spark/tables/late"));
  }

  @Test
  void sparkRowsAreProjectedOntoTheirSchema() throws IOException {
    sparkTable("plain");
    oracle("plain.jsonl", ROW.replace("'id':1", "'id':1,'added':null"));
    oracle(
        "plain.schema.json",
        "{'type':'struct','fields':[{'name':'id','type':'integer'},{'name':'added','type':'string'},"
            + "{'name':'_change_type','type':'string'},{'name':'_commit_version','type':'long'}]}");
    Rows rows = (Rows) new Corpus(directory).sparkRanges().get(0).expected();

    assertThat(rows.difference(rows(ROW.replace("'id':1", "'id':1,'dropped':5")))).isEmpty();
    assertThat(rows.difference(rows(ROW.replace("'id':1", "'id':2")))).contains("id is 2, not 1");
  }

  @Test
  void commitTimestampsCountOnlyWhereTheyAreInTheCommits() throws IOException {
    sparkTable("ict");
    sparkTable("plain");
    oracle("ict.jsonl", ROW);
    oracle("plain.jsonl", ROW);
    List<CorpusRange> ranges = new Corpus(directory).sparkRanges();
    OracleRows otherTime = rows(ROW.replace("2024", "2025"));

    assertThat(((Rows) ranges.get(0).expected()).difference(otherTime))
        .contains("_commit_timestamp is");
    assertThat(((Rows) ranges.get(1).expected()).difference(otherTime)).isEmpty();
  }

  @Test
  void sparkRejectionsAreExpectedUnlessOnlyTheSchemaChanges() throws IOException {
    sparkTable("late");
    sparkTable("renamed");
    oracle("late_from0.err", "DELTA_MISSING_CHANGE_DATA");
    oracle("renamed.err", "DELTA_CHANGE_DATA_FEED_INCOMPATIBLE_SCHEMA_CHANGE\n");

    assertThat(new Corpus(directory).sparkRanges())
        .extracting(CorpusRange::versions, CorpusRange::expected)
        .containsExactly(
            tuple(VersionRange.from(0), new Refused("DELTA_MISSING_CHANGE_DATA")),
            tuple(
                VersionRange.from(1),
                new ReadOn("DELTA_CHANGE_DATA_FEED_INCOMPATIBLE_SCHEMA_CHANGE")));
  }

  @Test
  void everyOracleFileIsRead() throws IOException {
    sparkTable("late");
    oracle("late_from0.err", "SOMETHING_NEW");
    assertThatThrownBy(() -> new Corpus(directory).sparkRanges())
        .hasMessageContaining("SOMETHING_NEW");

    Files.delete(directory.resolve("spark/oracle/late_from0.err"));
    oracle("absent.jsonl", ROW);
    assertThatThrownBy(() -> new Corpus(directory).sparkRanges()).hasMessageContaining("absent");

    Files.delete(directory.resolve("spark/oracle/absent.jsonl"));
    oracle("late.odd", "x");
    assertThatThrownBy(() -> new Corpus(directory).sparkRanges()).hasMessageContaining("late.odd");
  }

  @Test
  void rowTrackingHasItsFeeds() throws IOException {
    sparkTable("tracked");
    oracle("tracked.changes_upd.jsonl", ROW);
    oracle("tracked.rows.jsonl", "{'id':1,'rid':0,'rcv':4}");
    oracle("tracked.err", "DELTA_MISSING_CHANGE_DATA");

    assertThat(new Corpus(directory).sparkRowTracking())
        .extracting(CorpusRowTracking::name, CorpusRowTracking::feed, CorpusRowTracking::from)
        .containsExactly(
            tuple("spark/tracked.changes_upd", CorpusRowTracking.Feed.UPDATES, 4L),
            tuple("spark/tracked.rows", CorpusRowTracking.Feed.TABLE, 4L));
    assertThat(new Corpus(directory).sparkRanges())
        .extracting(CorpusRange::name)
        .containsExactly("spark/tracked");
  }

  @Test
  void computedRowsStartWhereTheFeedIsOn() throws IOException {
    table("t");
    write(
        "expected/t.computed.json",
        "{'table':'t','versions':[0,1,2],'notes':['v0: CDF off'],'counts':[[1,'insert',1],"
            + "[2,'delete',1]],'rows':[[1,'insert',{'id':1}],[2,'delete',{'id':1}]]}");

    CorpusRange range = new Corpus(directory).computedRanges().get(0);

    assertThat(range.name()).isEqualTo("computed/t");
    assertThat(range.table()).isEqualTo(directory.resolve("tables/t"));
    assertThat(range.versions()).isEqualTo(VersionRange.of(1, 2));
    assertThat(((Rows) range.expected()).rows().rows())
        .hasToString(
            json(
                "[{'id':1,'_change_type':'insert','_commit_version':1}, "
                    + "{'id':1,'_change_type':'delete','_commit_version':2}]"));
  }

  @Test
  void computedRowsMayBeASampleButTheirCountsAreExact() throws IOException {
    table("t");
    write(
        "expected/t.computed.json",
        "{'table':'t','versions':[0],'notes':[],'counts':[[0,'insert',3]],"
            + "'rows':[[0,'insert',{'id':1}]]}");
    Rows expected = (Rows) new Corpus(directory).computedRanges().get(0).expected();
    String other = "{'id':%d,'_change_type':'insert','_commit_version':0}";

    assertThat(expected.counts()).isEqualTo(Map.of("0 insert", 3));
    assertThat(
            expected.difference(rows(other.formatted(1), other.formatted(2), other.formatted(3))))
        .isEmpty();
    assertThat(expected.difference(rows(other.formatted(1), other.formatted(2))))
        .contains("{0 insert=2}, not {0 insert=3}");
    assertThat(
            expected.difference(rows(other.formatted(4), other.formatted(2), other.formatted(3))))
        .contains("1 missing");
  }

  @Test
  void aComputedFeedThatIsNeverEnabledIsRejected() throws IOException {
    table("t");
    write(
        "expected/t.computed.json",
        "{'table':'t','versions':[0,1],'notes':['v0: CDF off','v1: CDF"
            + " off'],'counts':[],'rows':[]}");

    CorpusRange range = new Corpus(directory).computedRanges().get(0);

    assertThat(range.versions()).isEqualTo(VersionRange.of(0, 1));
    assertThat(range.expected()).isInstanceOf(Refused.class);
  }

  @Test
  void unknownChangeTypesAreRejected() throws IOException {
    table("t");
    write(
        "expected/t.computed.json",
        "{'table':'t','versions':[0],'notes':[],'counts':[[0,'update_pre',1]],"
            + "'rows':[[0,'update_pre',{'id':1}]]}");

    assertThat(new Corpus(directory).computedRanges().get(0).expected())
        .isEqualTo(new Refused("Change types outside the protocol: [update_pre]"));
  }

  @Test
  void assertedRowsAreText() throws IOException {
    table("t");
    write(
        "expected/asserted.json",
        "[{'source':'x/y.rs::works','table':'t','start':0,'end':null,'rows':[{'id':'1','s':"
            + "'{a: 1, b.c: x}','_change_type':'insert','_commit_version':'0'}]},"
            + "{'source':'x/y.rs::bounds','table':'t','start':1,'end':0,'error':'start after end'},"
            + "{'source':'x/y.rs::time','table':'t','start':0,'end':null,"
            + "'ts_args':{'starting':'2023-12-22T17:10:21.675'},'rows':["
            + "{'id':'1','_change_type':'insert','_commit_version':'3'}]}]");

    List<CorpusRange> ranges = new Corpus(directory).assertedRanges();

    assertThat(ranges)
        .extracting(CorpusRange::name, CorpusRange::versions)
        .containsExactly(
            tuple("asserted/1 works t", VersionRange.from(0)),
            tuple("asserted/2 bounds t", VersionRange.of(1, 0)),
            tuple("asserted/3 time t", VersionRange.of(0, 3)));
    assertThat(
            ((Rows) ranges.get(0).expected())
                .difference(
                    rows(
                        "{'id':1,'s':{'a':1,'b.c':'x'},'_change_type':'insert','_commit_version':0,"
                            + "'_commit_timestamp':'2024-01-01T00:00:00.000000Z'}")))
        .isEmpty();
    assertThat(ranges.get(1).expected()).isEqualTo(new Refused("start after end"));
  }

  @Test
  void snapshotsAreWholeOrASample() throws IOException {
    table("t");
    write(
        "expected/snapshots.jsonl",
        "{'table':'t','version':2,'count':1,'rows':[{'id':1,'d':'1.50'}]}",
        "{'table':'t','version':3,'count':2,'rows':[{'d':'1.50'}]}");

    List<CorpusSnapshot> snapshots = new Corpus(directory).snapshots();

    assertThat(snapshots).extracting(CorpusSnapshot::version).containsExactly(2L, 3L);
    assertThat(snapshots.get(0).difference(rows("{'id':1,'d':1.5}"))).isEmpty();
    assertThat(snapshots.get(0).difference(rows("{'id':1,'d':1.6}"))).contains("d is 1.6, not 1.5");
    assertThat(snapshots.get(0).difference(rows("{'d':1.5}", "{'d':2}"))).contains("2 rows, not 1");
    assertThat(snapshots.get(1).difference(rows("{'d':1.5}", "{'d':2}"))).isEmpty();
    assertThat(snapshots.get(1).difference(rows("{'d':3}", "{'d':2}"))).contains("1 missing");
  }

  private void sparkTable(String name) throws IOException {
    Files.createDirectories(directory.resolve("spark/tables").resolve(name));
  }

  private void table(String name) throws IOException {
    Files.createDirectories(directory.resolve("tables").resolve(name));
  }

  private void oracle(String name, String... lines) throws IOException {
    write("spark/oracle/" + name, lines);
  }

  private void write(String name, String... lines) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, json(String.join("\n", lines)));
  }

  private static OracleRows rows(String... rows) {
    return OracleRows.parse(List.of(rows).stream().map(CorpusTest::json).toList());
  }

  private static String json(String quoted) {
    return quoted.replace('\'', '"');
  }
}
