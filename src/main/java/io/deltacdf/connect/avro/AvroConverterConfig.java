package io.deltacdf.connect.avro;

import io.deltacdf.connect.avro.registry.RegistrySettings;
import io.deltacdf.connect.avro.registry.SubjectNames;
import io.deltacdf.connect.avro.schema.AvroSettings;
import io.deltacdf.connect.redaction.Redaction;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.jspecify.annotations.Nullable;

/** The parsed options of a converter. */
final class AvroConverterConfig {
  private final AbstractConfig config;
  private final boolean isKey;

  /**
   * Parses options.
   *
   * @throws ConfigException if they are not valid
   */
  AvroConverterConfig(Map<String, ?> configs, boolean isKey) {
    // Not logged, since a converter is made for each task and connector, and a URL may be secret.
    this.config =
        new AbstractConfig(
            AvroConverterOptions.DEFINITION, AvroConverterOptions.named(configs), false);
    this.isKey = isKey;
  }

  AvroSettings settings() {
    return new AvroSettings(
        config.getBoolean(AvroConverterOptions.ENHANCED),
        config.getBoolean(AvroConverterOptions.METADATA),
        config.getBoolean(AvroConverterOptions.SCRUB),
        config.getBoolean(AvroConverterOptions.NULLS_OVER_DEFAULTS));
  }

  boolean autoRegister() {
    return config.getBoolean(AvroConverterOptions.AUTO_REGISTER);
  }

  boolean useLatest() {
    return config.getBoolean(AvroConverterOptions.USE_LATEST);
  }

  boolean latestStrict() {
    return config.getBoolean(AvroConverterOptions.LATEST_STRICT);
  }

  boolean normalize() {
    return config.getBoolean(AvroConverterOptions.NORMALIZE);
  }

  int cacheSize() {
    return config.getInt(AvroConverterOptions.CACHE);
  }

  SubjectNames subjects() {
    return SubjectNames.parse(
        config.getString(
            isKey ? AvroConverterOptions.KEY_SUBJECT : AvroConverterOptions.VALUE_SUBJECT));
  }

  /** How to reach the registry. Its secrets stay hidden for as long as the owner is reachable. */
  RegistrySettings registry(Object owner) {
    List<URI> urls = new ArrayList<>();
    List<String> secrets = new ArrayList<>();
    String userInfo = "";
    for (String text : config.getList(AvroConverterOptions.URL)) {
      URI url = URI.create(text.trim());
      if (url.getUserInfo() != null) {
        userInfo = userInfo.isEmpty() ? url.getUserInfo() : userInfo;
        url = URI.create(text.trim().replaceFirst("//[^/@]*@", "//"));
      }
      urls.add(url);
    }
    Map<String, String> headers = headers(userInfo, secrets);
    Redaction.protect(owner, secrets);
    return new RegistrySettings(
        urls,
        headers,
        ssl(),
        proxy(),
        millis(AvroConverterOptions.CONNECT_TIMEOUT),
        millis(AvroConverterOptions.READ_TIMEOUT),
        config.getInt(AvroConverterOptions.RETRIES),
        millis(AvroConverterOptions.RETRY_WAIT),
        millis(AvroConverterOptions.RETRY_MAX_WAIT));
  }

  private Duration millis(String option) {
    return Duration.ofMillis(config.getInt(option));
  }

  private Map<String, String> headers(String urlUserInfo, List<String> secrets) {
    Map<String, String> headers = new LinkedHashMap<>();
    String userInfo = userInfo(urlUserInfo);
    if (!userInfo.isEmpty()) {
      String encoded =
          Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
      headers.put("Authorization", "Basic " + encoded);
      secrets.add(encoded);
      secrets.add(userInfo.substring(userInfo.indexOf(':') + 1));
    }
    if (!config.getString(AvroConverterOptions.BEARER_SOURCE).isEmpty()) {
      String token = config.getPassword(AvroConverterOptions.BEARER_TOKEN).value();
      if (token.isEmpty() || !userInfo.isEmpty()) {
        throw new ConfigException(
            "'bearer.auth.credentials.source' needs 'bearer.auth.token', and no user for basic"
                + " authentication");
      }
      headers.put("Authorization", "Bearer " + token);
      secrets.add(token);
    }
    secrets.removeIf(String::isEmpty);
    return headers;
  }

  private String userInfo(String fromUrl) {
    String given = config.getPassword(AvroConverterOptions.BASIC_USER).value();
    return switch (config.getString(AvroConverterOptions.BASIC_SOURCE)) {
      case AvroConverterOptions.FROM_URL -> required(fromUrl, AvroConverterOptions.URL);
      case AvroConverterOptions.USER_INFO -> required(given, AvroConverterOptions.BASIC_USER);
      case AvroConverterOptions.SASL_INHERIT -> saslUser();
      default -> fromUrl.isEmpty() ? given : fromUrl;
    };
  }

  private static String required(String userInfo, String option) {
    if (userInfo.indexOf(':') < 0) {
      throw new ConfigException(
          "'basic.auth.credentials.source' takes user:password from '%s', which has none"
              .formatted(option));
    }
    return userInfo;
  }

  private String saslUser() {
    Map<String, Object> sasl =
        Map.of(AvroConverterOptions.SASL_JAAS, config.getPassword(AvroConverterOptions.SASL_JAAS));
    try {
      return JaasContext.loadClientContext(sasl).configurationEntries().stream()
          .map(
              entry ->
                  entry.getOptions().get("username") + ":" + entry.getOptions().get("password"))
          .findFirst()
          .orElseThrow();
    } catch (RuntimeException e) {
      throw new ConfigException(
          "'basic.auth.credentials.source=SASL_INHERIT' needs a 'sasl.jaas.config' with a user"
              + " name and a password");
    }
  }

  private @Nullable InetSocketAddress proxy() {
    String host = config.getString(AvroConverterOptions.PROXY_HOST);
    int port = config.getInt(AvroConverterOptions.PROXY_PORT);
    return host.isEmpty() ? null : InetSocketAddress.createUnresolved(host, port < 0 ? 80 : port);
  }

  /** Kafka's own names and formats of stores, by Kafka's own classes. */
  private @Nullable SSLContext ssl() {
    Map<String, Object> given = config.originalsWithPrefix(AvroConverterOptions.PREFIX);
    if (given.keySet().stream().noneMatch(name -> name.startsWith("ssl."))) {
      return null;
    }
    try (DefaultSslEngineFactory factory = new DefaultSslEngineFactory()) {
      factory.configure(new AbstractConfig(AvroConverterOptions.TLS, given, false).values());
      return factory.sslContext();
    }
  }
}
