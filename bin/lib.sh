# Functions for the scripts, which source this file. It sets ROOT, the directory of the project.
# shellcheck shell=bash
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { echo "$*" >&2; }
die() { say "$*"; exit 1; }

# The java command of JAVA_HOME, or else of the PATH.
java_command() { if [ -n "${JAVA_HOME:-}" ]; then echo "$JAVA_HOME/bin/java"; else echo java; fi; }

java_major() { # the major version of the JDK, or 0 if there is no JDK
  local java version
  java="$(java_command)"
  # A JRE alone cannot build.
  command -v "${java}c" >/dev/null || { echo 0; return; }
  version="$("$java" -version 2>&1 | sed -nE 's/.* version "([0-9]+).*/\1/p' | head -1)"
  echo "${version:-0}"
}

# install_packages PACKAGE...: installs Debian packages. It fails unless the user is root and apt-get exists.
install_packages() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  say "Installing Debian packages: $*"
  {
    apt-get -qq update &&
      DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"
  } >/dev/null
}

# Requires a JDK 17 or newer and Maven, and installs them where that is possible.
require_tools() {
  local missing=()
  [ "$(java_major)" -ge 17 ] || missing+=(openjdk-17-jdk-headless)
  command -v mvn >/dev/null || missing+=(maven)
  [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}" || true
  [ "$(java_major)" -ge 17 ] ||
    die "A JDK 17 or newer is needed: there is no $(java_command)c of that version. Install one, or set JAVA_HOME."
  command -v mvn >/dev/null || die "Maven 3.8.1 or newer is needed, and mvn is not on the PATH."
}

# maven ARGUMENT...: Maven without questions, and without terminal codes unless its output goes to a terminal.
maven() {
  if [ -t 1 ]; then
    mvn -B -ntp "$@"
  else
    # Some Maven versions end with terminal codes even without colours.
    mvn -B -ntp -Dstyle.color=never "$@" 2>&1 | sed -u $'s/\033\\[[0-9;]*m//g'
  fi
}

# Requires Redis, which some tests start, and installs it where that is possible.
require_redis() {
  command -v redis-server >/dev/null || install_packages redis-server || true
  command -v redis-server >/dev/null ||
    die "redis-server 6 or newer is needed, and is not on the PATH. On Debian: apt-get install redis-server"
}

# Requires PostgreSQL, which some tests start, and installs it where that is possible.
require_postgres() {
  postgres_found || install_packages postgresql || true
  postgres_found ||
    die "PostgreSQL 15 or newer is needed, with initdb, postgres and psql. On Debian: apt-get install postgresql"
}

# Debian keeps the programs of the server out of the PATH.
postgres_found() {
  command -v psql >/dev/null &&
    { command -v initdb >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null; }
}

# Requires Prometheus and its promtool, for the tests of the alerts, and installs them where that is possible.
require_prometheus() {
  command -v promtool >/dev/null || install_packages prometheus || true
  { command -v promtool && command -v prometheus; } >/dev/null ||
    die "prometheus and promtool are needed, and are not on the PATH. On Debian: apt-get install prometheus"
}

# Requires Node.js and npm, for test servers written in JavaScript, and installs them where that is possible.
require_npm() {
  command -v npm >/dev/null || install_packages nodejs npm || true
  command -v npm >/dev/null || die "npm with Node.js 18 or newer is needed, and is not on the PATH."
}

# resolve_runtimes NAME...: resolves the class paths of child processes (see bin/runtime/resolve).
resolve_runtimes() { "$ROOT/bin/runtime/resolve" "$@"; }

# Prints the newest plugin archive (the zip for Confluent Hub), or nothing.
plugin_archive() { { ls -t "$ROOT"/target/deltacdf-kafka-connect-delta-cdf-*.zip 2>/dev/null || true; } | head -1; }

# build_demo: builds the plugin, the test harness and the demo, if any of their sources is newer than the last build.
# (Maven does not write an archive again that would be the same, hence the file that keeps the time of the build.)
build_demo() {
  local built="$ROOT/target/built"
  if [ -n "$(plugin_archive)" ] && [ -f "$ROOT/target/test-classpath.txt" ] && [ -f "$built" ] &&
    [ -z "$(cd "$ROOT" && find pom.xml src demo/*.xml demo/src LICENSE NOTICE -newer "$built" -print -quit)" ]; then
    return
  fi
  require_tools
  say "Building the plugin ..."
  mkdir -p "$ROOT/target"
  touch "$built.new"
  # The build ends before the JVM's second compiler pays off.
  MAVEN_OPTS="${MAVEN_OPTS:--XX:TieredStopAtLevel=1}" \
    maven -q -f "$ROOT/demo/reactor.xml" package -DskipTests -Pquick >&2
  mv "$built.new" "$built"
}

# Compiles only the connector, if any of its sources is newer than the classes.
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

# The class path of the connector and its dependencies; build_classes first.
classes_classpath() { echo "$ROOT/target/classes:$(<"$ROOT/target/test-classpath.txt")"; }

# The class path of the demo, with the test harness; build_demo first.
demo_classpath() { echo "$ROOT/demo/target/classes:$ROOT/target/test-classes:$(classes_classpath)"; }
