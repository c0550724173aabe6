package io.deltacdf.connect.testing.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.testing.s3.TemporaryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The credentials of stores that a catalog has handed out. */
public final class VendedCredentials {
  private final AtomicInteger count = new AtomicInteger();
  private final Map<String, TemporaryKey> keys = new ConcurrentHashMap<>();
  private volatile Duration lifetime = Duration.ofHours(1);
  private volatile Duration announced;

  /** Sets how long the next credentials are valid, and what the catalog says of it. */
  public void lifetime(Duration time) {
    lifetime = time;
    announced = null;
  }

  /** Sets the time that the catalog announces, if it differs from the real one. */
  public void announcedLifetime(Duration time) {
    announced = time;
  }

  /** Makes all credentials invalid that were handed out so far, as if they had expired. */
  public void expireAll() {
    keys.replaceAll(
        (id, key) ->
            new TemporaryKey(
                key.accessKey(), key.secretKey(), key.sessionToken(), key.prefix(), Instant.now()));
  }

  /** Returns the credentials with an access key, also if they have expired. */
  public Optional<TemporaryKey> find(String accessKey) {
    return Optional.ofNullable(keys.get(accessKey));
  }

  /** Returns how many credentials were handed out. */
  public int issued() {
    return count.get();
  }

  /** Returns every secret that was handed out: no log and no offset may contain it. */
  public List<String> secrets() {
    List<String> secrets = new ArrayList<>();
    keys.values()
        .forEach(
            key -> {
              secrets.add(key.secretKey());
              secrets.add(key.sessionToken());
            });
    return secrets;
  }

  private TemporaryKey issue(String location) {
    String accessKey = "ASIATEST%012d".formatted(count.incrementAndGet());
    TemporaryKey key =
        new TemporaryKey(
            accessKey,
            "vended-secret-" + UUID.randomUUID(),
            "vended-session-" + UUID.randomUUID(),
            location.replaceFirst("^[a-z0-9]+://", ""),
            Instant.now().plus(lifetime));
    keys.put(accessKey, key);
    return key;
  }

  private long expiration(TemporaryKey key) {
    return announced == null
        ? key.expires().toEpochMilli()
        : System.currentTimeMillis() + announced.toMillis();
  }

  /** Hands out credentials for a location in the form of the Delta API. */
  ObjectNode deltaJson(String location, String operation) {
    ObjectNode body = Json.object();
    ObjectNode credential = body.putArray("storage-credentials").addObject();
    TemporaryKey key = issue(location);
    credential
        .put("prefix", location)
        .put("operation", operation)
        .put("expiration-time-ms", expiration(key));
    ObjectNode config = credential.putObject("config");
    if (isS3(location)) {
      config
          .put("s3.access-key-id", key.accessKey())
          .put("s3.secret-access-key", key.secretKey())
          .put("s3.session-token", key.sessionToken());
    }
    return body;
  }

  /** Hands out credentials for a location in the form of the older API. */
  ObjectNode olderJson(String location) {
    TemporaryKey key = issue(location);
    ObjectNode body = Json.object().put("expiration_time", expiration(key)).put("url", location);
    if (isS3(location)) {
      body.putObject("aws_temp_credentials")
          .put("access_key_id", key.accessKey())
          .put("secret_access_key", key.secretKey())
          .put("session_token", key.sessionToken());
    }
    return body;
  }

  private static boolean isS3(String location) {
    return location.startsWith("s3://");
  }
}
