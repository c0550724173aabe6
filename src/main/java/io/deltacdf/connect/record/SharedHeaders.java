package io.deltacdf.connect.record;

import java.util.Iterator;
import java.util.List;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one record, which shares their list with other records until it is changed.
 * Transforms may change the headers of a record, so each record has an instance of its own; most
 * records are only iterated over, once, by the worker.
 *
 * <p>Every method except {@link #iterator} and {@link #size} first gives the superclass a list of
 * its own. The copy constructor of {@link ConnectHeaders}, which transforms use, reads a private
 * field of the superclass; it calls {@link #isEmpty} before, so that it finds this list.
 */
final class SharedHeaders extends ConnectHeaders {
  private @Nullable List<Header> shared;

  /**
   * @param shared the headers, which are never changed
   */
  SharedHeaders(List<Header> shared) {
    this.shared = shared;
  }

  @Override
  public Iterator<Header> iterator() {
    return shared == null ? super.iterator() : new SharedIterator(shared.iterator());
  }

  @Override
  public int size() {
    return shared == null ? super.size() : shared.size();
  }

  @Override
  public boolean isEmpty() {
    own();
    return super.isEmpty();
  }

  @Override
  public Headers add(Header header) {
    own();
    return super.add(header);
  }

  @Override
  public Headers clear() {
    shared = null;
    return super.clear();
  }

  @Override
  public @Nullable Header lastWithName(String key) {
    own();
    return super.lastWithName(key);
  }

  @Override
  public Headers remove(String key) {
    own();
    return super.remove(key);
  }

  @Override
  public Headers retainLatest() {
    own();
    return super.retainLatest();
  }

  @Override
  public Headers retainLatest(String key) {
    own();
    return super.retainLatest(key);
  }

  @Override
  public Headers apply(String key, HeaderTransform transform) {
    own();
    return super.apply(key, transform);
  }

  @Override
  public Headers apply(HeaderTransform transform) {
    own();
    return super.apply(transform);
  }

  @Override
  public ConnectHeaders duplicate() {
    return shared == null ? super.duplicate() : new SharedHeaders(shared);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    own();
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    own();
    return super.hashCode();
  }

  @Override
  public String toString() {
    own();
    return super.toString();
  }

  private void own() {
    List<Header> headers = shared;
    if (headers != null) {
      shared = null;
      headers.forEach(super::add);
    }
  }

  /** Iterates over the shared list, and changes to the record's own list to remove a header. */
  private final class SharedIterator implements Iterator<Header> {
    private Iterator<Header> headers;
    private int returned;
    private boolean ownsHeaders;

    SharedIterator(Iterator<Header> headers) {
      this.headers = headers;
    }

    @Override
    public boolean hasNext() {
      return headers.hasNext();
    }

    @Override
    public Header next() {
      Header next = headers.next();
      returned++;
      return next;
    }

    @Override
    public void remove() {
      if (!ownsHeaders) {
        ownsHeaders = true;
        own();
        headers = SharedHeaders.super.iterator();
        for (int i = 0; i < returned; i++) {
          headers.next();
        }
      }
      headers.remove();
    }
  }
}
