package io.deltacdf.connect.avro.registry;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a registry.
 *
 * @param urls its addresses without credentials, in the order in which they are tried
 * @param headers what every request carries, such as credentials
 * @param ssl null for the JDK's own
 * @param retries how often all addresses are tried again
 */
public record RegistrySettings(
    List<URI> urls,
    Map<String, String> headers,
    @Nullable SSLContext ssl,
    @Nullable InetSocketAddress proxy,
    Duration connectTimeout,
    Duration requestTimeout,
    int retries,
    Duration retryWait,
    Duration retryMaxWait) {
  /** Returns the addresses alone; the headers are secret. */
  @Override
  public String toString() {
    return urls.toString();
  }
}
