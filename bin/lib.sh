# Shared by the scripts in bin/: sourced, never run. Sets ROOT, the project's directory.
# shellcheck shell=bash
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { echo "$*" >&2; }
die() { say "$*"; exit 1; }

# The java of JAVA_HOME, or else of the PATH.
java_command() { if [ -n "${JAVA_HOME:-}" ]; then echo "$JAVA_HOME/bin/java"; else echo java; fi; }

java_major() { # the major version of the JDK, or 0 where there is none
  local java version
  java="$(java_command)"
  # A JRE alone cannot build.
  command -v "${java}c" >/dev/null || { echo 0; return; }
  version="$("$java" -version 2>&1 | sed -nE 's/.* version "([0-9]+).*/\1/p' | head -1)"
  echo "${version:-0}"
}

# install_packages PACKAGE...: Debian packages, where that is possible (root, apt-get); fails otherwise.
install_packages() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  say "Installing Debian packages: $*"
  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"; } >/dev/null
}

# A JDK 17 or newer and Maven: installed where possible, asked for otherwise.
require_tools() {
  local missing=()
  [ "$(java_major)" -ge 17 ] || missing+=(openjdk-17-jdk-headless)
  command -v mvn >/dev/null || missing+=(maven)
  [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}" || true
  [ "$(java_major)" -ge 17 ] ||
    die "A JDK 17 or newer is needed, with $(java_command)c. Install one, or point JAVA_HOME at one."
  command -v mvn >/dev/null || die "Maven 3.8.1 or newer is needed, and mvn is not on the PATH."
}

# maven ARGUMENT...: Maven without questions, and without terminal codes unless its output goes to a terminal.
maven() {
  local color=()
  [ -t 1 ] || color=(-Dstyle.color=never)
  mvn -B -ntp ${color[@]+"${color[@]}"} "$@"
}

# Debian's Redis, which tests start for themselves: installed where possible, asked for otherwise.
require_redis() {
  command -v redis-server >/dev/null || install_packages redis-server || true
  command -v redis-server >/dev/null ||
    die "redis-server (6 or newer) is needed on the PATH, and is installed only as root on Debian: apt-get install redis-server"
}

# Node.js and npm, for test servers that are programs for it: installed where possible, asked for otherwise.
require_npm() {
  command -v npm >/dev/null || install_packages nodejs npm || true
  command -v npm >/dev/null || die "npm is needed, with Node.js 18 or newer, and is not on the PATH."
}

# resolve_runtimes NAME...: the class paths of child processes (see bin/runtime).
resolve_runtimes() { "$ROOT/bin/runtime/resolve" "$@"; }

# The newest plugin archive (Confluent Hub's zip), or nothing.
plugin_archive() { { ls -t "$ROOT"/target/deltacdf-kafka-connect-delta-cdf-*.zip 2>/dev/null || true; } | head -1; }

# build_plugin [MAVEN-ARGUMENT...]: builds the plugin and the test harness, if anything they are made of is newer than
# the last build. (An archive that would be the same is not written again, hence the file that tells when that was.)
build_plugin() {
  local built="$ROOT/target/built"
  if [ -n "$(plugin_archive)" ] && [ -f "$ROOT/target/test-classpath.txt" ] && [ -f "$built" ] &&
    [ -z "$(cd "$ROOT" && find pom.xml src LICENSE NOTICE -newer "$built" -print -quit)" ]; then
    return
  fi
  require_tools
  say "Building the plugin ..."
  mkdir -p "$ROOT/target"
  touch "$built.new"
  # A build is over before the JVM's second compiler has paid.
  MAVEN_OPTS="${MAVEN_OPTS:--XX:TieredStopAtLevel=1}" \
    maven -q -f "$ROOT/pom.xml" package -DskipTests "$@" >&2
  mv "$built.new" "$built"
}

# Compiles the connector alone, if anything it is made of is newer than the classes.
build_classes() {
  local stamp="$ROOT/target/classes.stamp"
  if [ -f "$stamp" ] && [ -f "$ROOT/target/test-classpath.txt" ] &&
    [ -z "$(cd "$ROOT" && find pom.xml src/main -newer "$stamp" -print -quit)" ]; then
    return
  fi
  require_tools
  say "Compiling the connector ..."
  maven -q -f "$ROOT/pom.xml" process-test-resources >&2
  touch "$stamp"
}

# The class path of the connector with all it needs; build_classes first.
classes_classpath() { echo "$ROOT/target/classes:$(<"$ROOT/target/test-classpath.txt")"; }

# The class path of the harness in src/test (broker, worker, REST); build_plugin first.
harness_classpath() { echo "$ROOT/target/test-classes:$ROOT/target/classes:$(<"$ROOT/target/test-classpath.txt")"; }
