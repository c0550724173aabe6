package io.deltacdf.connect.testing.s3;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks that requests are signed (AWS Signature Version 4) with a key that has not expired. */
final class SignatureCheck {
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=([^/]+)/((\\d+)/([^/]+)/([^/]+)/aws4_request),"
              + " ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)");

  private final Function<String, Optional<TemporaryKey>> keys;

  /**
   * @param keys finds a key by its access key
   */
  SignatureCheck(Function<String, Optional<TemporaryKey>> keys) {
    this.keys = keys;
  }

  /** Returns S3's error code, or empty if the request is permitted. */
  Optional<String> refusal(HttpExchange exchange, S3Request request) {
    Headers headers = exchange.getRequestHeaders();
    Matcher authorization =
        AUTHORIZATION.matcher(Optional.ofNullable(headers.getFirst("Authorization")).orElse(""));
    if (!authorization.matches()) {
      return Optional.of("AccessDenied");
    }
    Optional<TemporaryKey> found = keys.apply(authorization.group(1));
    if (found.isEmpty()) {
      return Optional.of("InvalidAccessKeyId");
    }
    TemporaryKey key = found.get();
    if (!signature(exchange, authorization, key.secretKey()).equals(authorization.group(7))) {
      return Optional.of("SignatureDoesNotMatch");
    } else if (!key.sessionToken().equals(headers.getFirst("X-amz-security-token"))) {
      return Optional.of("InvalidToken");
    } else if (!key.expires().isAfter(Instant.now())) {
      return Optional.of("ExpiredToken");
    }
    String path = S3Server.BUCKET + "/" + request.key();
    boolean covered = path.equals(key.prefix()) || path.startsWith(key.prefix() + "/");
    return covered ? Optional.empty() : Optional.of("AccessDenied");
  }

  private static String signature(HttpExchange exchange, Matcher authorization, String secretKey) {
    Headers headers = exchange.getRequestHeaders();
    String query = exchange.getRequestURI().getRawQuery();
    String[] signed = authorization.group(6).split(";");
    String canonical =
        String.join(
            "\n",
            exchange.getRequestMethod(),
            exchange.getRequestURI().getRawPath(),
            query == null ? "" : canonicalQuery(query),
            Arrays.stream(signed)
                .map(name -> name + ":" + headers.getFirst(name).strip() + "\n")
                .collect(Collectors.joining()),
            authorization.group(6),
            headers.getFirst("X-amz-content-sha256"));
    String text =
        String.join(
            "\n",
            "AWS4-HMAC-SHA256",
            headers.getFirst("X-amz-date"),
            authorization.group(2),
            HexFormat.of().formatHex(sha256(canonical)));
    byte[] key = ("AWS4" + secretKey).getBytes(StandardCharsets.UTF_8);
    for (int group = 3; group <= 5; group++) {
      key = hmac(key, authorization.group(group));
    }
    return HexFormat.of().formatHex(hmac(hmac(key, "aws4_request"), text));
  }

  private static String canonicalQuery(String query) {
    return Arrays.stream(query.split("&"))
        .map(parameter -> parameter.contains("=") ? parameter : parameter + "=")
        .sorted()
        .collect(Collectors.joining("&"));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
