package io.deltacdf.connect.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/**
 * Shows measurements as the attributes of a JMX bean, which can only be read. A map is shown as
 * Debezium shows one: as tabular data of the columns {@code key} and {@code value}.
 *
 * @param <S> what is measured
 */
final class MetricsBean<S> implements DynamicMBean {
  private static final String[] COLUMNS = {"key", "value"};
  private static final CompositeType ENTRY = entryType();
  private static final TabularType TABLE = tableType();

  private final S source;
  private final Map<String, Metric<S>> metrics = new LinkedHashMap<>();
  private final MBeanInfo info;

  MetricsBean(S source, List<Metric<S>> metrics, String description) {
    this.source = source;
    metrics.forEach(metric -> this.metrics.put(metric.attribute(), metric));
    this.info =
        new MBeanInfo(
            MetricsBean.class.getName(),
            description,
            metrics.stream().map(MetricsBean::attribute).toArray(MBeanAttributeInfo[]::new),
            null,
            null,
            null);
  }

  private static MBeanAttributeInfo attribute(Metric<?> metric) {
    String type =
        metric.kind() == Metric.Kind.MAP
            ? TabularData.class.getName()
            : metric.kind().type().getName();
    return new MBeanAttributeInfo(metric.attribute(), type, metric.meaning(), true, false, false);
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return info;
  }

  @Override
  public Object getAttribute(String attribute) throws AttributeNotFoundException {
    Metric<S> metric = metrics.get(attribute);
    if (metric == null) {
      throw new AttributeNotFoundException("There is no attribute '" + attribute + "'");
    }
    return value(metric);
  }

  @Override
  public AttributeList getAttributes(String[] attributes) {
    AttributeList values = new AttributeList(attributes.length);
    for (String attribute : attributes) {
      Metric<S> metric = metrics.get(attribute);
      if (metric != null) {
        values.add(new Attribute(attribute, value(metric)));
      }
    }
    return values;
  }

  private Object value(Metric<S> metric) {
    Object value = metric.value().apply(source);
    return value instanceof Map<?, ?> map ? table(map) : value;
  }

  private static TabularData table(Map<?, ?> map) {
    TabularDataSupport table = new TabularDataSupport(TABLE);
    map.forEach((key, value) -> table.put(entry(key, value)));
    return table;
  }

  private static CompositeDataSupport entry(Object key, Object value) {
    try {
      return new CompositeDataSupport(ENTRY, COLUMNS, new Object[] {key, value});
    } catch (OpenDataException e) {
      throw new IllegalStateException("Not a text with a number: " + key + ", " + value, e);
    }
  }

  private static CompositeType entryType() {
    try {
      return new CompositeType(
          "Entry", "A number by its name", COLUMNS, COLUMNS, types(SimpleType.STRING));
    } catch (OpenDataException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static OpenType<?>[] types(OpenType<?> key) {
    return new OpenType<?>[] {key, SimpleType.LONG};
  }

  private static TabularType tableType() {
    try {
      return new TabularType("Numbers", "Numbers by name", ENTRY, new String[] {"key"});
    } catch (OpenDataException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException("No attribute can be changed");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] params, String[] signature)
      throws ReflectionException {
    throw new ReflectionException(new NoSuchMethodException(action), "There are no operations");
  }
}
