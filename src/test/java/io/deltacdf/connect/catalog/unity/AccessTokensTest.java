package io.deltacdf.connect.catalog.unity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.deltacdf.connect.catalog.CatalogTable.NamedTable;
import io.deltacdf.connect.config.catalog.CatalogConfig.OAuth;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens of client credentials, while the server that issues them fails. */
class AccessTokensTest {
  private static final NamedTable ORDERS = new NamedTable("orders", "uc://main.sales.orders");

  private CatalogServer server;
  private AccessTokens tokens;
  private long now = Long.MAX_VALUE - Duration.ofMinutes(10).toNanos();

  @BeforeEach
  void start() {
    server = CatalogServer.start();
    server.tokens().lifetime(Duration.ofHours(1));
    tokens =
        new AccessTokens.Renewed(
            new OAuth(
                URI.create(server.tokenUri()),
                CatalogTokens.CLIENT_ID,
                CatalogTokens.CLIENT_SECRET,
                "all-apis"),
            new HttpSender(),
            () -> now);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Databricks refuses a token half a minute before its end. */
  @Test
  void aTokenIsRenewedAMinuteAhead() {
    String first = tokens.token(ORDERS);
    pass(Duration.ofMinutes(58));
    assertThat(tokens.token(ORDERS)).isEqualTo(first);
    pass(Duration.ofSeconds(65));
    assertThat(tokens.token(ORDERS)).isNotEqualTo(first);
  }

  @Test
  void aTokenIsUsedUntilItsEndWhileNoOtherIsIssued() {
    String first = tokens.token(ORDERS);
    pass(Duration.ofSeconds(3600 - 30));
    server.takeRequests();
    server.faults().on(CatalogAction.TOKEN).status(503);
    assertThat(tokens.token(ORDERS)).isEqualTo(first);
    assertThat(tokens.token(ORDERS)).isEqualTo(first);
    assertThat(server.takeRequests()).as("not asked again for each request").hasSize(1);
    pass(Duration.ofSeconds(6));
    assertThat(tokens.token(ORDERS)).isEqualTo(first);
    assertThat(server.takeRequests()).hasSize(1);
    pass(Duration.ofSeconds(60));
    assertThat(failure().code()).isEqualTo(ErrorCode.STORAGE);

    server.faults().clear();
    assertThat(tokens.token(ORDERS)).isNotEqualTo(first);
  }

  @Test
  void aTokenThatWasRefusedIsNotUsedAgain() {
    String first = tokens.token(ORDERS);
    server.faults().on(CatalogAction.TOKEN).status(401);
    tokens.refused(first);

    DeltaCdfException failure = failure();

    assertThat(failure.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(failure.isRetriable()).isTrue();
  }

  /** An answer that is not understood may have a token. */
  @Test
  void anAnswerWithoutATokenIsNotShown() {
    server.faults().on(CatalogAction.TOKEN).answer(200, "{\"accessToken\":\"dapi-1234567\"}");

    assertThat(failure().toString()).contains("STORAGE").doesNotContain("dapi-1234567");
  }

  private DeltaCdfException failure() {
    return catchThrowableOfType(DeltaCdfException.class, () -> tokens.token(ORDERS));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
