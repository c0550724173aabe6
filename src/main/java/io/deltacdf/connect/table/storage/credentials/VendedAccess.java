package io.deltacdf.connect.table.storage.credentials;

import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogErrors;
import io.deltacdf.connect.catalog.CatalogTable;
import io.deltacdf.connect.catalog.StoreCredentials;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.redaction.Redaction;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The credentials of one table that its catalog hands out. They are renewed by the thread that is
 * about to send a request, so that a failure is reported as what it is and not as a denial of the
 * store. File systems find this object by an id in their configuration, which thus has no secret.
 * Thread-safe.
 */
public final class VendedAccess {
  private static final Logger LOG = LoggerFactory.getLogger(VendedAccess.class);

  /** The option of Hadoop that has the id. */
  static final String OPTION = "io.deltacdf.connect.vended.access";

  /** How long ahead of their end credentials are renewed at most. */
  private static final long MAX_AHEAD_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** How long to wait after a renewal failed while the credentials are still valid. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Why tables in Google Cloud Storage cannot be read with them. */
  private static final String GOOGLE =
      "for Google Cloud Storage it would be an OAuth token, and Google's file system, which has to"
          + " be added to the plugin, is not given any";

  /**
   * How long credentials are used that have expired already by the clock of the catalog. If this
   * clock is wrong, they work; if it is right, the store refuses them, and others are requested.
   */
  private static final long EXPIRED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final Map<String, WeakReference<VendedAccess>> OPEN = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final CatalogTable catalog;
  private final CatalogEntry entry;
  private final StoreCredentials.Kind kind;
  private final LongSupplier nanoTime;
  private volatile @Nullable Lease lease;
  private List<String> former = List.of();

  /**
   * Credentials with their times on the clock of this object.
   *
   * @param renewAt when to renew them
   * @param expiresAt when they are not valid any more
   */
  private record Lease(StoreCredentials credentials, long renewAt, long expiresAt) {}

  /**
   * Does no I/O.
   *
   * @param entry the table in the catalog
   * @throws DeltaCdfException UNSUPPORTED_STORE if the plugin cannot use credentials for its place
   */
  public VendedAccess(CatalogTable catalog, CatalogEntry entry) {
    this(catalog, entry, System::nanoTime);
  }

  VendedAccess(CatalogTable catalog, CatalogEntry entry, LongSupplier nanoTime) {
    this.catalog = catalog;
    this.entry = entry;
    this.nanoTime = nanoTime;
    String scheme = String.valueOf(URI.create(entry.location().replace(' ', '_')).getScheme());
    this.kind =
        switch (scheme.toLowerCase(Locale.ROOT)) {
          case "s3", "s3a" -> StoreCredentials.Kind.S3;
          case "abfs", "abfss" -> StoreCredentials.Kind.AZURE;
          case "file" -> StoreCredentials.Kind.NONE;
          case "gs" -> throw CatalogErrors.noCredentials(catalog.name(), entry.location(), GOOGLE);
          default ->
              throw CatalogErrors.noCredentials(
                  catalog.name(),
                  entry.location(),
                  "it uses them for S3 (s3://) and Azure (abfss://) only");
        };
    OPEN.put(id, new WeakReference<>(this));
  }

  /** Returns the id that {@link #find} takes. */
  String id() {
    return id;
  }

  /** Returns the kind of the store that the table is in. */
  StoreCredentials.Kind kind() {
    return kind;
  }

  /** Returns the bucket, or the container and the account, of the table. */
  String authority() {
    return String.valueOf(URI.create(entry.location().replace(' ', '_')).getRawAuthority());
  }

  /** Returns the object with an id. */
  static VendedAccess find(@Nullable String id) {
    WeakReference<VendedAccess> found = OPEN.get(String.valueOf(id));
    VendedAccess access = found == null ? null : found.get();
    if (access == null) {
      throw new IllegalStateException("The table is closed");
    }
    return access;
  }

  /** Returns the parts of the credentials; requests some if there are none. */
  List<String> secrets() {
    return renewed().credentials().secrets();
  }

  /**
   * Renews the credentials if it is time. Does no I/O otherwise.
   *
   * @throws DeltaCdfException if the catalog fails and there are no valid credentials
   */
  public void renew() {
    renewed();
  }

  /** Requests other credentials before the next request, because the store has refused these. */
  public void refused() {
    lease = null;
  }

  /** Forgets the credentials. */
  public void close() {
    OPEN.remove(id);
  }

  private Lease renewed() {
    Lease current = lease;
    if (current != null && nanoTime.getAsLong() - current.renewAt < 0) {
      return current;
    }
    synchronized (this) {
      current = lease;
      if (current != null && nanoTime.getAsLong() - current.renewAt < 0) {
        return current;
      }
      Lease next = request(current);
      lease = next;
      return next;
    }
  }

  private Lease request(@Nullable Lease current) {
    StoreCredentials vended;
    try {
      vended = catalog.vend(entry);
      if (vended.kind() != kind) {
        throw CatalogErrors.noCredentials(
            catalog.name(),
            entry.location(),
            "its answer has some for " + vended.kind() + ", but the place is in " + kind);
      }
    } catch (DeltaCdfException e) {
      long now = nanoTime.getAsLong();
      if (current == null || now - current.expiresAt >= 0) {
        throw e;
      }
      LOG.warn(
          "{}: the credentials for its files could not be renewed. They are still valid for {} s,"
              + " and are requested again",
          catalog.name(),
          TimeUnit.NANOSECONDS.toSeconds(current.expiresAt - now),
          e);
      long pause = Math.min(RETRY_NANOS, Math.max(1, (current.expiresAt - now) / 4));
      return new Lease(current.credentials, now + pause, current.expiresAt);
    }
    protect(vended.secrets());
    long now = nanoTime.getAsLong();
    if (vended.lifetimeMillis().isEmpty()) {
      return new Lease(vended, now + Long.MAX_VALUE / 2, now + Long.MAX_VALUE / 2);
    }
    long lifetime =
        TimeUnit.MILLISECONDS.toNanos(
            Math.min(vended.lifetimeMillis().getAsLong(), TimeUnit.DAYS.toMillis(30)));
    if (lifetime == 0) {
      LOG.warn(
          "{}: the credentials that the catalog hands out have expired already by its clock. They"
              + " are used nevertheless. Compare the clock of the catalog with that of the store",
          catalog.name());
      return new Lease(vended, now + EXPIRED_NANOS, now + EXPIRED_NANOS);
    }
    return new Lease(
        vended, now + lifetime - Math.min(MAX_AHEAD_NANOS, lifetime / 3), now + lifetime);
  }

  /** Failures of requests that were sent before the renewal may still mention the former ones. */
  private void protect(List<String> secrets) {
    List<String> hidden = new ArrayList<>(secrets);
    hidden.addAll(former);
    hidden.removeIf(secret -> secret.length() < 6);
    Redaction.protect(this, hidden);
    former = secrets;
  }
}
