package io.deltacdf.connect.avro;

import io.deltacdf.connect.avro.registry.SubjectNames;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;

/**
 * The options of the converter. They have the names and meanings that they have in Confluent's
 * converter, so that a user changes only the class.
 */
final class AvroConverterOptions {
  static final String URL = "schema.registry.url";
  static final String AUTO_REGISTER = "auto.register.schemas";
  static final String USE_LATEST = "use.latest.version";
  static final String LATEST_STRICT = "latest.compatibility.strict";
  static final String NORMALIZE = "normalize.schemas";
  static final String KEY_SUBJECT = "key.subject.name.strategy";
  static final String VALUE_SUBJECT = "value.subject.name.strategy";
  static final String ENHANCED = "enhanced.avro.schema.support";
  static final String METADATA = "connect.meta.data";
  static final String SCRUB = "scrub.invalid.names";
  static final String NULLS_OVER_DEFAULTS = "ignore.default.for.nullables";
  static final String CACHE = "schemas.cache.config";
  static final String BASIC_SOURCE = "basic.auth.credentials.source";
  static final String BASIC_USER = "basic.auth.user.info";
  static final String BEARER_SOURCE = "bearer.auth.credentials.source";
  static final String BEARER_TOKEN = "bearer.auth.token";
  static final String PROXY_HOST = "proxy.host";
  static final String PROXY_PORT = "proxy.port";
  static final String CONNECT_TIMEOUT = "http.connect.timeout.ms";
  static final String READ_TIMEOUT = "http.read.timeout.ms";
  static final String RETRIES = "max.retries";
  static final String RETRY_WAIT = "retries.wait.ms";
  static final String RETRY_MAX_WAIT = "retries.max.wait.ms";
  static final String SASL_JAAS = "sasl.jaas.config";

  /** The prefix of options that Confluent also accepts without it, and of those for TLS. */
  static final String PREFIX = "schema.registry.";

  static final String NO_SOURCE = "";
  static final String FROM_URL = "URL";
  static final String USER_INFO = "USER_INFO";
  static final String SASL_INHERIT = "SASL_INHERIT";
  static final String STATIC_TOKEN = "STATIC_TOKEN";

  /** Options of Confluent's converter that change what is written, and that are not supported. */
  private static final Map<String, String> UNSUPPORTED =
      Map.of(
          "ssl.endpoint.identification.algorithm", "https",
          "generalized.sum.type.support", "false",
          "discard.type.doc.default", "false",
          "allow.optional.map.keys", "false",
          "flatten.unions", "false",
          "flatten.singleton.unions", "true",
          "use.schema.id", "-1",
          "avro.remove.java.properties", "false",
          "avro.use.logical.type.converters", "false",
          "rule.executors", "");

  /** Kafka's options for TLS. */
  static final ConfigDef TLS = tls();

  static final ConfigDef DEFINITION = definition();

  private AvroConverterOptions() {}

  private static ConfigDef definition() {
    ConfigDef def = new ConfigDef();
    def.define(
        URL,
        Type.LIST,
        ConfigDef.NO_DEFAULT_VALUE,
        new Urls(),
        Importance.HIGH,
        "The addresses of the schema registry, separated by commas. If one does not answer, the"
            + " next one is asked. It must speak Confluent's API, which Apicurio does below"
            + " /apis/ccompat/v7.");
    defineSchemas(def);
    defineClient(def);
    def.embed(PREFIX, "TLS", 0, TLS);
    return def;
  }

  private static ConfigDef tls() {
    ConfigDef def = new ConfigDef();
    SslConfigs.addClientSslSupport(def);
    return def;
  }

  private static void defineSchemas(ConfigDef def) {
    def.define(
        AUTO_REGISTER,
        Type.BOOLEAN,
        true,
        Importance.MEDIUM,
        "Whether a new schema is registered. Otherwise it must be in the registry already.");
    def.define(
        USE_LATEST,
        Type.BOOLEAN,
        false,
        Importance.LOW,
        "Whether records are written with the newest schema of the subject instead of their own."
            + " Applies if 'auto.register.schemas' is false. The newest schema is read once, until"
            + " the task is started again. Fields that it lacks are not written.");
    def.define(
        LATEST_STRICT,
        Type.BOOLEAN,
        true,
        Importance.LOW,
        "Whether 'use.latest.version' requires that the newest schema can read data of the"
            + " record's own schema.");
    def.define(
        NORMALIZE,
        Type.BOOLEAN,
        false,
        Importance.LOW,
        "Whether the registry compares schemas in a normal form.");
    for (String which : List.of("key", "value")) {
      def.define(
          which + ".subject.name.strategy",
          Type.STRING,
          "TopicNameStrategy",
          new Strategies(),
          Importance.MEDIUM,
          ("The subject of the schema of a %s: TopicNameStrategy (the topic and '-%s'),"
               + " RecordNameStrategy (the name of the schema) or TopicRecordNameStrategy (both)."
               + " The names of Confluent's classes are accepted too.")
              .formatted(which, which));
    }
    def.define(
        ENHANCED,
        Type.BOOLEAN,
        false,
        Importance.LOW,
        "Whether strings that come from an Avro enum are written as an enum, and whether members"
            + " of unions have their full names.");
    def.define(
        METADATA,
        Type.BOOLEAN,
        true,
        Importance.LOW,
        "Whether Avro schemas carry what only Connect knows, in properties such as connect.name.");
    def.define(
        SCRUB,
        Type.BOOLEAN,
        false,
        Importance.LOW,
        "Whether names that Avro does not allow are changed. The connector's own options"
            + " 'field.name.adjustment.mode' and 'schema.name.adjustment.mode' do so for all"
            + " converters.");
    def.define(
        NULLS_OVER_DEFAULTS,
        Type.BOOLEAN,
        false,
        Importance.LOW,
        "Whether a null is written as null instead of the default of its field.");
    def.define(
        CACHE,
        Type.INT,
        1000,
        ConfigDef.Range.atLeast(1),
        Importance.LOW,
        "How many schemas are kept in memory with their ids.");
  }

  private static void defineClient(ConfigDef def) {
    def.define(
        BASIC_SOURCE,
        Type.STRING,
        NO_SOURCE,
        ConfigDef.ValidString.in(NO_SOURCE, FROM_URL, USER_INFO, SASL_INHERIT),
        Importance.MEDIUM,
        "Where the user and password for the registry are: in its URL (URL), in"
            + " 'basic.auth.user.info' (USER_INFO), or in 'sasl.jaas.config' (SASL_INHERIT). By"
            + " default they are taken from the first of the first two that has them.");
    def.define(
        BASIC_USER,
        Type.PASSWORD,
        "",
        Importance.MEDIUM,
        "The user and password for the registry, as user:password.");
    def.define(
        BEARER_SOURCE,
        Type.STRING,
        NO_SOURCE,
        ConfigDef.ValidString.in(NO_SOURCE, STATIC_TOKEN),
        Importance.MEDIUM,
        "STATIC_TOKEN sends 'bearer.auth.token'.");
    def.define(
        BEARER_TOKEN, Type.PASSWORD, "", Importance.MEDIUM, "The bearer token for the registry.");
    def.define(
        SASL_JAAS,
        Type.PASSWORD,
        "",
        Importance.LOW,
        "Kafka's login configuration, of which SASL_INHERIT takes the user name and password.");
    def.define(PROXY_HOST, Type.STRING, "", Importance.LOW, "The host of a proxy.");
    def.define(PROXY_PORT, Type.INT, -1, Importance.LOW, "The port of the proxy.");
    def.define(
        CONNECT_TIMEOUT,
        Type.INT,
        10_000,
        ConfigDef.Range.atLeast(1),
        Importance.LOW,
        "How long a connection to the registry may take, in milliseconds.");
    def.define(
        READ_TIMEOUT,
        Type.INT,
        30_000,
        ConfigDef.Range.atLeast(1),
        Importance.LOW,
        "How long an answer of the registry may take, in milliseconds.");
    def.define(
        RETRIES,
        Type.INT,
        3,
        ConfigDef.Range.atLeast(0),
        Importance.LOW,
        "How often the converter repeats a request while the registry is not available. After"
            + " that, Connect does, if the connector sets 'errors.retry.timeout'.");
    def.define(
        RETRY_WAIT,
        Type.INT,
        1000,
        ConfigDef.Range.atLeast(0),
        Importance.LOW,
        "How long the converter waits before it repeats a request, in milliseconds. The time"
            + " doubles with each try.");
    def.define(
        RETRY_MAX_WAIT,
        Type.INT,
        20_000,
        ConfigDef.Range.atLeast(0),
        Importance.LOW,
        "The longest time between two tries, in milliseconds.");
  }

  /**
   * Returns the options with the names under which they are defined.
   *
   * @throws ConfigException if an option changes what is written, but is not supported
   */
  static Map<String, Object> named(Map<String, ?> configs) {
    Map<String, Object> named = new LinkedHashMap<>(configs);
    configs.forEach(
        (name, value) -> {
          String plain = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
          String only = UNSUPPORTED.get(plain);
          if (only != null && value != null && !only.equalsIgnoreCase(value.toString())) {
            throw new ConfigException(
                name, value, "DeltaAvroConverter supports the value '" + only + "' only");
          }
          if (DEFINITION.names().contains(plain)) {
            named.putIfAbsent(plain, value);
          }
        });
    return named;
  }

  /** Addresses with http or https. */
  private static final class Urls implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof List<?> urls && urls.isEmpty()) {
        throw new ConfigException(name, "", "must have at least one address");
      }
      for (Object url : (List<?>) value) {
        if (!isAddress(url.toString())) {
          // Without the value, which may contain a password.
          throw new ConfigException(
              "Invalid value for configuration "
                  + name
                  + ": each address must be like http://registry:8081 or https://registry:8081");
        }
      }
    }

    private static boolean isAddress(String text) {
      try {
        URI uri = URI.create(text.trim());
        return uri.getHost() != null
            && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    @Override
    public String toString() {
      return "addresses such as http://registry:8081";
    }
  }

  /** Names of strategies for subjects. */
  private static final class Strategies implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (!SubjectNames.isValid((String) value)) {
        throw new ConfigException(
            name, value, "must be one of " + String.join(", ", SubjectNames.validValues()));
      }
    }

    @Override
    public String toString() {
      return String.join(", ", SubjectNames.validValues());
    }
  }
}
