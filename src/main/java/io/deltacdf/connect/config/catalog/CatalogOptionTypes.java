package io.deltacdf.connect.config.catalog;

import io.deltacdf.connect.config.option.OptionType;
import java.net.URI;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** The types of the options of catalogs. */
final class CatalogOptionTypes {
  private CatalogOptionTypes() {}

  /** An address of a server. */
  static OptionType<URI> address() {
    return OptionType.ofText(
        "an address such as https://host:port, without a user and without parameters",
        (option, value) -> {
          URI uri;
          try {
            uri = URI.create(((String) value).strip());
          } catch (IllegalArgumentException e) {
            // Without the value, which may contain a secret.
            throw new ConfigException("The address in " + option + " is not a valid URI");
          }
          String scheme = uri.getScheme();
          if (uri.getRawUserInfo() != null
              || uri.getRawQuery() != null
              || uri.getRawFragment() != null) {
            throw new ConfigException(
                "The address in "
                    + option
                    + " must have neither a user nor parameters. Set secrets with the options"
                    + " unity.catalog.token or unity.catalog.oauth.client.secret");
          } else if (uri.getHost() == null
              || !("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme))) {
            throw new ConfigException(
                option, value, "Must be an address that starts with https:// or http://");
          }
          return uri;
        });
  }

  static OptionType<String> notBlank() {
    return OptionType.ofText(
        "any text that is not blank",
        (option, value) -> {
          String text = ((String) value).strip();
          if (text.isEmpty()) {
            throw new ConfigException(option, value, "Must not be empty");
          }
          return text;
        });
  }

  /** A secret, which Connect does not show. */
  static OptionType<Password> secret() {
    return new OptionType<>(
        Type.PASSWORD,
        "any text that is not blank",
        (option, value) -> {
          Password secret = (Password) value;
          if (secret.value().isBlank()) {
            throw new ConfigException("The secret in " + option + " is empty");
          } else if (secret.value().chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new ConfigException(
                "The secret in "
                    + option
                    + " has a line break or another character that cannot be sent to the catalog");
          }
          return secret;
        },
        value -> value);
  }
}
