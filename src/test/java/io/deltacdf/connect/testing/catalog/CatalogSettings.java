package io.deltacdf.connect.testing.catalog;

/** What a catalog offers. Tests may change it at any time. */
public final class CatalogSettings {
  private volatile boolean deltaApi = true;
  private volatile boolean latestVersionShown = true;
  private volatile int pageSize = 50;
  private volatile int commitsPerAnswer = Integer.MAX_VALUE;

  /** Removes the endpoints of the Delta API, as in older servers. */
  public void withoutDeltaApi() {
    deltaApi = false;
  }

  /** Omits {@code latest-table-version}, which is optional in the Delta API. */
  public void showLatestVersion(boolean shown) {
    latestVersionShown = shown;
  }

  /** Sets the largest number of tables in a page. */
  public void pageSize(int tables) {
    pageSize = tables;
  }

  /** Sets the largest number of commits in an answer of the older API. */
  public void commitsPerAnswer(int commits) {
    commitsPerAnswer = commits;
  }

  boolean hasDeltaApi() {
    return deltaApi;
  }

  boolean isLatestVersionShown() {
    return latestVersionShown;
  }

  int pageSize() {
    return pageSize;
  }

  int commitsPerAnswer() {
    return commitsPerAnswer;
  }
}
