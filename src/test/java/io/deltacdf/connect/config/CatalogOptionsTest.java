package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.catalog.CatalogConfig;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogOptionsTest {
  private static final String PATH = "uc://main.sales.orders";

  @Test
  void aPathIsTheNameOfATable() {
    DeltaSourceConfig config =
        new DeltaSourceConfig(
            Props.validAnd(
                "tables.orders.path", PATH,
                "unity.catalog.uri", "https://workspace.example.com/",
                "unity.catalog.token", "dapi-secret"));

    assertThat(config.tables().get(0).path()).isEqualTo(PATH);
    assertThat(config.tables().get(0).catalog())
        .hasValue(
            new CatalogConfig(
                URI.create("https://workspace.example.com"),
                new CatalogConfig.Token("dapi-secret"),
                CatalogConfig.Credentials.VENDED));
    assertThat(config.tables().get(1).catalog()).isEmpty();
    assertThat(config.toString()).doesNotContain("dapi-secret");
    assertThat(config.tables().toString()).doesNotContain("dapi-secret");
  }

  @Test
  void aTableMayOverrideTheCatalog() {
    List<TableConfig> tables =
        new DeltaSourceConfig(
                Props.validAnd(
                    "tables.orders.path", PATH,
                    "tables.customers.path", "uc://main.sales.customers",
                    "unity.catalog.uri", "https://workspace.example.com",
                    "unity.catalog.token", "dapi-secret",
                    "tables.customers.unity.catalog.auth.type", "oauth",
                    "tables.customers.unity.catalog.oauth.client.id", "principal",
                    "tables.customers.unity.catalog.oauth.client.secret", "other-secret",
                    "tables.customers.unity.catalog.credentials", "none"))
            .tables();

    CatalogConfig customers = tables.get(1).catalog().orElseThrow();
    assertThat(customers.auth())
        .isEqualTo(
            new CatalogConfig.OAuth(
                URI.create("https://workspace.example.com/oidc/v1/token"),
                "principal",
                "other-secret",
                "all-apis"));
    assertThat(customers.credentials()).isEqualTo(CatalogConfig.Credentials.NONE);
    assertThat(tables.get(0).catalog().orElseThrow().auth())
        .isEqualTo(new CatalogConfig.Token("dapi-secret"));
  }

  @Test
  void theTokenEndpointIsBelowThePathOfTheCatalog() {
    Map<String, String> props =
        Props.validAnd(
            "tables.orders.path", "uc://`main`.sales.`my-orders`",
            "unity.catalog.uri", "https://gateway.example.com/team//",
            "unity.catalog.auth.type", "oauth",
            "unity.catalog.oauth.client.id", "principal",
            "unity.catalog.oauth.client.secret", "a-secret");

    TableConfig orders = new DeltaSourceConfig(props).tables().get(0);

    assertThat(orders.path()).isEqualTo("uc://main.sales.my-orders");
    assertThat(((CatalogConfig.OAuth) orders.catalog().orElseThrow().auth()).uri())
        .hasToString("https://gateway.example.com/team/oidc/v1/token");
    props.put("unity.catalog.uri", "https://workspace.example.com/#/catalogs");
    assertThat(Props.errors(props, "unity.catalog.uri")).hasSize(1);
  }

  @Test
  void saysWhatIsMissing() {
    Map<String, String> props = Props.validAnd("tables.orders.path", PATH);
    assertThat(Props.errors(props, "unity.catalog.uri")).hasSize(1);
    assertThat(Props.errors(props, "unity.catalog.token")).hasSize(1);
    props.put("unity.catalog.auth.type", "oauth");
    assertThat(Props.errors(props, "unity.catalog.token")).isEmpty();
    assertThat(Props.errors(props, "unity.catalog.oauth.client.id")).hasSize(1);
    assertThat(Props.errors(props, "unity.catalog.oauth.client.secret")).hasSize(1);
    assertThat(Props.errors(Props.valid(), "unity.catalog.uri")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uc:main.sales.orders",
        "uc://sales.orders",
        "uc://a.b.c.d",
        "uc://a.b./c",
        "uc://a.b.`c",
        "uc://a.b.c`d",
        "uc://a.`b.c`.d"
      })
  void aNameHasThreeParts(String path) {
    assertThat(Props.errors(Props.validAnd("tables.orders.path", path), "tables.orders.path"))
        .singleElement()
        .asString()
        .contains("uc://catalog.schema.table");
  }

  @Test
  void doesNotShowSecrets() {
    Map<String, String> props =
        Props.validAnd(
            "unity.catalog.uri", "https://user:dapi-secret@workspace.example.com",
            "unity.catalog.token", "dapi-secret\ndapi-secret");
    assertThat(Props.errors(props, "unity.catalog.uri")).hasSize(1);
    assertThat(Props.errors(props, "unity.catalog.token")).hasSize(1);
    assertThat(DeltaSourceConfig.validate(props).errors().toString()).doesNotContain("dapi-secret");
    assertThat(DeltaSourceConfig.validate(props).toConfig().configValues())
        .noneMatch(value -> String.valueOf(value.value()).contains("dapi-secret"));
  }
}
