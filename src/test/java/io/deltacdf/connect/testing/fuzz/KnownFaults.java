package io.deltacdf.connect.testing.fuzz;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Outcomes that are known to be wrong, with the reason. The fuzz tests fail for any other wrong
 * outcome. Each must be removed with its mend: with {@code deltacdf.full}, they also fail if one is
 * never met.
 */
public final class KnownFaults {
  /**
   * @param reason what is wrong
   * @param outcome finds it in the damage and its outcome
   */
  record Fault(String reason, Pattern outcome) {}

  private static final List<Fault> FAULTS =
      List.of(
          fault(
              "A damaged path of a remove action is taken for that of a file which is not in the"
                  + " table. Delta Kernel refuses it if it is no URI, but writers do not always"
                  + " encode paths.",
              "_delta_log/\\d+\\.json, .*: the snapshot: .*Kernel: raw .*URISyntaxException"),
          fault(
              "If a commit adds and removes the same file with the same deletion vector, which the"
                  + " protocol forbids, this reader keeps the file and Delta Kernel removes it.",
              "_delta_log/\\d+\\.json, byte .*: the snapshot: .*Kernel: other rows: without"
                  + " \\[id"));

  private static Fault fault(String reason, String outcome) {
    return new Fault(reason, Pattern.compile(outcome));
  }

  /** The reasons of those that were met. */
  private static final Set<String> MET = ConcurrentHashMap.newKeySet();

  private KnownFaults() {}

  /** Whether a damage with its outcome is one of those. */
  static boolean contain(String outcome) {
    List<String> met =
        FAULTS.stream()
            .filter(fault -> fault.outcome.matcher(outcome).find())
            .map(Fault::reason)
            .toList();
    MET.addAll(met);
    return !met.isEmpty();
  }

  /** Returns the reasons of those that were never met, and so may be mended. */
  public static List<String> stale() {
    return FAULTS.stream().map(Fault::reason).filter(reason -> !MET.contains(reason)).toList();
  }
}
