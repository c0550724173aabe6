package io.deltacdf.connect.discovery;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.discovery.DiscoveredTable;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.discovery.Look.Skipped;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.storage.Directories;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.validation.DiscoveredTableChecks;
import io.deltacdf.connect.validation.DiscoveredTableChecks.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides which of the tables that are found are published. A table that was accepted once is
 * known: it keeps its name, is not checked again, and is published until it is gone. A table with a
 * stored offset was known before the connector was restarted, and is accepted without a check too,
 * so that a failure of a table at that time does not end it; its task deals with the failure. Every
 * other table is checked, and skipped while it cannot be published. Not thread-safe.
 */
final class Discovery {
  /** A table that is missing once may be replaced at that moment. */
  private static final int LOOKS_UNTIL_GONE = 2;

  /** If all are missing, the root is probably not mounted, or a grant is lacking. */
  private static final int LOOKS_UNTIL_ALL_GONE = 10;

  /** How many looks pass, at most, until a table that cannot be published is checked again. */
  private static final int LONGEST_PAUSE = 16;

  /** How long one look may wait for a catalog that limits the requests. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final TableSource source;
  private final Selection selection;
  private final ConfigValidation connector;
  private final DiscoveredTableChecks checks;
  private final StoredTables stored;

  private final Map<String, Candidate> known = new LinkedHashMap<>();
  private final Map<String, Integer> missing = new HashMap<>();
  private final Map<String, Failure> failures = new HashMap<>();

  /** The failed check of a table, and how many looks pass until the next one. */
  private record Failure(Skipped why, int pause, int left) {}

  Discovery(
      TableSource source,
      Selection selection,
      ConfigValidation connector,
      DiscoveredTableChecks checks,
      StoredTables stored) {
    this.source = source;
    this.selection = selection;
    this.connector = connector;
    this.checks = checks;
    this.stored = stored;
  }

  /**
   * Prepares to look below a directory, or in schemas of a catalog.
   *
   * @param limit the time that the checks of new tables may take in one look
   */
  static Discovery of(
      DiscoveryConfig config,
      ConfigValidation connector,
      Storage storage,
      Duration limit,
      StoredTables stored) {
    return new Discovery(
        source(config, storage),
        new Selection(config, connector, new Directories(storage)),
        connector,
        new DiscoveredTableChecks(storage, limit),
        stored);
  }

  private static TableSource source(DiscoveryConfig config, Storage storage) {
    return config
        .root()
        .<TableSource>map(root -> new DirectorySource(config, root, storage))
        .orElseGet(
            () ->
                new UnitySource(
                    config,
                    () -> storage.catalogs().listing(config.catalog().orElseThrow(), PATIENCE)));
  }

  /**
   * Looks at the root, or at the schemas.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException if none of them can be listed; the known
   *     tables are then those of the last look
   * @throws InterruptedException if the thread was interrupted
   */
  Look look() throws InterruptedException {
    FoundTables found =
        source.find(
            known.values().stream().map(it -> it.table().path()).collect(Collectors.toSet()));
    Map<String, Skipped> skipped = new TreeMap<>();
    found.unreadable().forEach((path, failure) -> skipped.put(path, skipped(failure)));
    found
        .unsuitable()
        .forEach((path, why) -> skipped.put(path, new Skipped(Look.Kind.FORMAT, why)));
    removeMissing(found);
    addNew(found, skipped);
    failures.keySet().retainAll(found.tables().keySet());
    return new Look(found, List.copyOf(known.values()), skipped);
  }

  /** What does not exist is a fact; other failures to read something may pass. */
  private static Skipped skipped(DeltaCdfException failure) {
    return new Skipped(
        failure.code() == ErrorCode.NOT_A_TABLE ? Look.Kind.TABLE : Look.Kind.RETRIABLE,
        String.valueOf(failure.getMessage()));
  }

  private void removeMissing(FoundTables found) {
    Set<String> partsWithTables =
        known.values().stream()
            .map(it -> it.table().path())
            .filter(found.tables()::containsKey)
            .map(source::partOf)
            .collect(Collectors.toSet());
    known
        .values()
        .removeIf(
            candidate -> {
              String path = candidate.table().path();
              if (found.tables().containsKey(path) || found.isUnknown(path)) {
                missing.remove(path);
                return false;
              }
              int looks =
                  partsWithTables.contains(source.partOf(path))
                      ? LOOKS_UNTIL_GONE
                      : LOOKS_UNTIL_ALL_GONE;
              boolean isGone = missing.merge(path, 1, Integer::sum) >= looks;
              if (isGone) {
                missing.remove(path);
              }
              return isGone;
            });
  }

  private void addNew(FoundTables found, Map<String, Skipped> skipped) throws InterruptedException {
    Map<String, List<DiscoveredTable>> byName = new TreeMap<>();
    found
        .tables()
        .forEach(
            (path, each) -> {
              if (selection.isListed(each)) {
                return;
              }
              DiscoveredTable table = selection.table(path, each);
              Candidate same = known.get(table.name());
              Optional<Skipped> problem = selection.nameProblem(path);
              if (problem.isPresent()) {
                skipped.put(path, problem.get());
              } else if (same == null) {
                byName.computeIfAbsent(table.name(), name -> new ArrayList<>()).add(table);
              } else if (!same.table().path().equals(path)) {
                skipped.put(path, Selection.collision(path, same.table().path()));
              }
            });
    if (byName.isEmpty()) {
      return;
    }
    Map<String, Optional<String>> published = stored.idsOf(byName.keySet());
    List<Candidate> unchecked = new ArrayList<>();
    for (Map.Entry<String, List<DiscoveredTable>> entry : byName.entrySet()) {
      Optional<String> id = published.getOrDefault(entry.getKey(), Optional.empty());
      Optional<Candidate> candidate =
          single(entry.getValue(), id, skipped)
              .flatMap(table -> selection.candidate(table, skipped));
      if (candidate.isEmpty()) {
        continue;
      }
      if (published.containsKey(entry.getKey())) {
        accept(candidate.get(), skipped);
      } else if (isDue(candidate.get(), skipped)) {
        unchecked.add(candidate.get());
      }
    }
    check(unchecked, skipped);
  }

  /**
   * Returns the table of a name. Of several tables, it is the one that was published under that
   * name before; if that is not known, none of them is.
   */
  private Optional<DiscoveredTable> single(
      List<DiscoveredTable> tables, Optional<String> publishedId, Map<String, Skipped> skipped)
      throws InterruptedException {
    if (tables.size() == 1) {
      return Optional.of(tables.get(0));
    }
    List<DiscoveredTable> published = new ArrayList<>();
    if (publishedId.isPresent()) {
      for (DiscoveredTable table : tables) {
        Optional<Candidate> candidate = selection.candidate(table, new HashMap<>());
        if (candidate.isPresent() && publishedId.equals(idOf(candidate.get().config()))) {
          published.add(table);
        }
      }
    }
    // A copy of a table has the same id.
    DiscoveredTable chosen = published.size() == 1 ? published.get(0) : null;
    for (DiscoveredTable table : tables) {
      if (!table.equals(chosen)) {
        DiscoveredTable other =
            chosen != null ? chosen : table == tables.get(0) ? tables.get(1) : tables.get(0);
        skipped.put(table.path(), Selection.collision(table.path(), other.path()));
      }
    }
    return Optional.ofNullable(chosen);
  }

  private Optional<String> idOf(TableConfig table) throws InterruptedException {
    return Optional.ofNullable(checks.check(connector, List.of(table)).ids().get(table.name()));
  }

  /** Returns whether a table is to be checked now, because it is new or its pause is over. */
  private boolean isDue(Candidate candidate, Map<String, Skipped> skipped) {
    String path = candidate.table().path();
    Failure failure = failures.get(path);
    if (failure == null || failure.left() == 0) {
      return true;
    }
    failures.put(path, new Failure(failure.why(), failure.pause(), failure.left() - 1));
    skipped.put(path, failure.why());
    return false;
  }

  private void check(List<Candidate> candidates, Map<String, Skipped> skipped)
      throws InterruptedException {
    if (candidates.isEmpty()) {
      return;
    }
    Map<String, Problem> problems =
        checks.check(connector, candidates.stream().map(Candidate::config).toList()).problems();
    for (Candidate candidate : candidates) {
      Problem problem = problems.get(candidate.table().name());
      if (problem == null) {
        accept(candidate, skipped);
        continue;
      }
      String path = candidate.table().path();
      Skipped why =
          new Skipped(problem.isCertain() ? Look.Kind.TABLE : Look.Kind.RETRIABLE, problem.text());
      Failure before = failures.get(path);
      int pause =
          before == null || !why.isCertain()
              ? 0
              : Math.min(LONGEST_PAUSE, Math.max(1, 2 * before.pause()));
      failures.put(path, new Failure(why, pause, pause));
      skipped.put(path, why);
    }
  }

  private void accept(Candidate candidate, Map<String, Skipped> skipped) {
    Optional<Skipped> problem = selection.topicProblem(candidate, List.copyOf(known.values()));
    if (problem.isPresent()) {
      skipped.put(candidate.table().path(), problem.get());
    } else {
      known.put(candidate.table().name(), candidate);
    }
  }
}
