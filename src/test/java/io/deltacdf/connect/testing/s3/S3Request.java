package io.deltacdf.connect.testing.s3;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A request to an S3 server.
 *
 * @param kind {@code HEAD} or {@code GET} of an object, or {@code LIST} of a bucket
 * @param key the key of the object in its bucket; the prefix of a listing
 * @param range the value of the {@code Range} header; empty if there is none
 */
public record S3Request(String kind, String key, String range) {
  static S3Request of(String method, URI uri, Optional<String> range) {
    String[] bucketAndKey = uri.getPath().substring(1).split("/", 2);
    String key = bucketAndKey.length < 2 ? "" : bucketAndKey[1];
    boolean listing = method.equals("GET") && key.isEmpty();
    return listing
        ? new S3Request("LIST", parameter(uri, "prefix"), "")
        : new S3Request(method, key, range.orElse(""));
  }

  private static String parameter(URI uri, String name) {
    return Arrays.stream(uri.getRawQuery().split("&"))
        .filter(parameter -> parameter.startsWith(name + "="))
        .map(p -> URLDecoder.decode(p.substring(name.length() + 1), StandardCharsets.UTF_8))
        .findFirst()
        .orElse("");
  }

  /** Returns whether the request is for a data or change file. */
  public boolean isForParquet() {
    return key.endsWith(".parquet") && !key.contains("_delta_log");
  }

  /**
   * Returns a short form, such as {@code HEAD 2.json}, {@code GET data}, {@code GET cdc} or {@code
   * LIST log}.
   */
  @Override
  public String toString() {
    return kind + " " + what();
  }

  private String what() {
    String name = key.substring(key.lastIndexOf('/') + 1);
    if (key.contains("_delta_log")) {
      return kind.equals("LIST") ? "log" : name.replaceFirst("^0+(?=\\d)", "");
    } else if (name.startsWith("deletion_vector")) {
      return "dv";
    } else if (isForParquet()) {
      return key.contains("_change_data/") ? "cdc" : "data";
    }
    return key;
  }
}
