package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeltaCdfTest {
  private final CliTerminal cli = new CliTerminal();

  @Test
  void helpGoesToStandardOutput() {
    assertThat(cli.run("--help")).isZero();
    assertThat(cli.out()).contains("changes", "describe", "validate", "status", "Exit codes");
    assertThat(cli.err()).isEmpty();
    for (String command : List.of("changes", "describe", "validate", "status")) {
      CliTerminal ofCommand = new CliTerminal();
      assertThat(ofCommand.run(command, "--help")).as(ofCommand.err()).isZero();
      assertThat(ofCommand.out()).contains("Usage: delta-cdf " + command, "--help", "--debug");
    }
  }

  @Test
  void versionPrintsTheVersionOfTheBuild() {
    assertThat(cli.run("--version")).isZero();
    assertThat(cli.out()).matches("delta-cdf \\S+\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|Give a command",
        "chnages t|Unmatched argument",
        "changes|Missing required parameter: 'TABLE'",
        "changes t --from-version x|Invalid value for option '--from-version'",
        "changes t --no-such-option|Unknown option: '--no-such-option'",
        "changes t --raw --from-version 1 --from-timestamp 2024-01-01T00:00:00Z|cannot be used"
            + " together",
        "changes t --raw --at-version 1|--at-version can only be used with --snapshot",
        "changes t --raw --snapshot --to-version 1|not as a range",
        "changes t --raw --from-version -1|--from-version -1 is not a version",
        "changes t --raw --from-timestamp 2024-01-01|Write it as 2026-01-31T18:00:00Z",
        "changes t --raw --set decimal.handling.mod=string|has an option decimal.handling.mod",
        "changes t --raw --set decimal.handling.mode=text|Must be one of precise",
        "changes t --raw --set start.version=1|use the command's argument --from-version instead",
        "changes t --raw --set tables.t.key=id|use the command's argument TABLE instead",
        "describe t --set nosuch=1|has an option nosuch",
        "describe|Missing required parameter: 'TABLE'",
        "validate /no/such/file.json|cannot be read",
        "status|Missing required parameter: 'URL'",
        "status localhost:8083|URL is not the address of a worker",
        "status http://localhost:1 --watch 0|give at least 1 second"
      })
  void wrongArgumentsAreUserErrors(String arguments, String message) {
    String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ");
    assertThat(cli.run(words)).as(cli.err()).isEqualTo(1);
    assertThat(cli.err()).contains(message);
    assertThat(cli.out()).isEmpty();
  }

  @Test
  void failuresShowTheStackTraceOnlyWithDebug() {
    for (List<String> command : List.of(List.of("changes", "--raw"), List.of("describe"))) {
      CliTerminal quiet = new CliTerminal();
      String[] words = command.toArray(new String[command.size() + 1]);
      words[command.size()] = "/no/such/table";
      assertThat(quiet.run(words)).isEqualTo(1);
      assertThat(quiet.err()).contains("[NOT_A_TABLE]", "/no/such/table").doesNotContain("\tat ");
    }
    assertThat(cli.run("describe", "--debug", "/no/such/table")).isEqualTo(1);
    assertThat(cli.err()).contains("\tat io.deltacdf.connect.table.");
  }
}
