package io.deltacdf.connect.containers;

import java.util.Locale;
import org.testcontainers.utility.DockerImageName;

/**
 * The images of the containers: those that {@code images/build} makes, unless a system property
 * ({@code image.kafka}) or the environment ({@code DELTACDF_IMAGE_KAFKA}) names others.
 */
enum Image {
  /** As {@code apache/kafka}. */
  KAFKA("kafka"),
  /** As {@code apache/kafka}: {@code /opt/kafka/bin/connect-distributed.sh}. */
  CONNECT("kafka"),
  /** As {@code apicurio/apicurio-registry-mem}. */
  REGISTRY("registry"),
  /** As {@code andrewgaul/s3proxy}. */
  S3("s3"),
  /** As {@code redis}. */
  REDIS("base"),
  /** As {@code opensearchproject/opensearch}. */
  SEARCH("search");

  private final String own;

  Image(String own) {
    this.own = "deltacdf-it/" + own;
  }

  DockerImageName image() {
    String name = System.getProperty("image." + name().toLowerCase(Locale.ROOT));
    if (name == null) {
      name = System.getenv().getOrDefault("DELTACDF_IMAGE_" + name(), own);
    }
    return DockerImageName.parse(name);
  }
}
