package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotificationOptionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "notes; log; notification.sink.topic.name; does not contain 'sink'",
        "notes; ''; notification.sink.topic.name; does not contain 'sink'",
        "; sink; notification.sink.topic.name; Must be set",
        "; sink,log,jmx; notification.enabled.channels; jmx",
        "not/a/topic; ; notification.sink.topic.name; not/a/topic",
        "shop.orders; ; tables.orders.topic; already belongs to the notifications",
        "__delta-heartbeat.shop; ; notification.sink.topic.name; belongs to the heartbeats",
        "shop.transaction; ; notification.sink.topic.name; belongs to the markers of commits"
      })
  void theOptionsOfNotificationsAreChecked(
      String topic, String channels, String option, String reason) {
    Map<String, String> props = Props.validAnd("provide.transaction.metadata", "true");
    if (topic != null) {
      props.put("notification.sink.topic.name", topic);
    }
    if (channels != null) {
      props.put("notification.enabled.channels", channels);
    }

    assertThat(DeltaSourceConfig.validate(props).errors())
        .singleElement()
        .asString()
        .startsWith(option + ": ")
        .contains(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "; ; true; ",
        "notes; ; true; notes",
        "notes; sink; false; notes",
        "notes; log,sink; true; notes",
        "; log; true; ",
        "; ''; false; "
      })
  void notificationsGoToTheLogAndToATopicIfThereIsOne(
      String topic, String channels, boolean log, String expected) {
    Map<String, String> props = Props.valid();
    if (topic != null) {
      props.put("notification.sink.topic.name", topic);
    }
    if (channels != null) {
      props.put("notification.enabled.channels", channels);
    }

    RecordConfig.Notifications notifications =
        new DeltaSourceConfig(props).records().notifications();
    assertThat(notifications.log()).isEqualTo(log);
    assertThat(notifications.topic()).isEqualTo(Optional.ofNullable(expected));
  }
}
