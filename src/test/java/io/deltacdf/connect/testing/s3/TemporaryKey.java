package io.deltacdf.connect.testing.s3;

import java.time.Instant;

/**
 * Temporary credentials of an S3 server.
 *
 * @param prefix the keys that may be read, with the bucket: {@code bucket/directory}
 * @param expires from when on the server refuses them
 */
public record TemporaryKey(
    String accessKey, String secretKey, String sessionToken, String prefix, Instant expires) {}
