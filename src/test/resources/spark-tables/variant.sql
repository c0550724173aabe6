-- Variants of all types that Spark writes, in columns and inside other types.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v VARIANT, st STRUCT<a: INT, v: VARIANT>, arr ARRAY<VARIANT>,
    m MAP<STRING, VARIANT>) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table}
  SELECT id, parse_json(j), named_struct('a', id, 'v', parse_json(j)), array(parse_json(j), NULL), map('k', parse_json(j))
  FROM VALUES (1, '{"b": [1, "x", null, 1.5, {"d": {}}], "a": true}'), (2, 'null'), (3, NULL), (4, '[]'),
    (5, '"q\\"\\\\\\n\\u0001 grüße 😀"'), (6, '123456789012345678901234567890'), (7, '1e100'), (8, '-0.000001') AS s(id, j);
INSERT INTO {table} SELECT id, v, NULL, NULL, NULL FROM (
  SELECT 20 AS id, CAST(1Y AS VARIANT) AS v UNION ALL SELECT 21, CAST(9223372036854775807 AS VARIANT)
  UNION ALL SELECT 22, CAST(CAST('NaN' AS DOUBLE) AS VARIANT) UNION ALL SELECT 23, CAST(0.1F AS VARIANT)
  UNION ALL SELECT 24, CAST(CAST('-Infinity' AS FLOAT) AS VARIANT) UNION ALL SELECT 25, CAST(1.50BD AS VARIANT)
  UNION ALL SELECT 26, CAST(99999999999999999999999999999999999999BD AS VARIANT)
  UNION ALL SELECT 27, CAST(DATE'2024-02-29' AS VARIANT)
  UNION ALL SELECT 28, CAST(TIMESTAMP'2024-02-29 12:30:00.123456' AS VARIANT)
  UNION ALL SELECT 29, CAST(TIMESTAMP_NTZ'1969-12-31 23:59:59.5' AS VARIANT)
  UNION ALL SELECT 30, CAST(X'00FF10' AS VARIANT) UNION ALL SELECT 31, CAST(repeat('long', 30) AS VARIANT)
  UNION ALL SELECT 32, CAST(array(1, NULL) AS VARIANT)
  UNION ALL SELECT 33, to_variant_object(named_struct('b', 1, 'a', DATE'0001-01-01')));
UPDATE {table} SET v = parse_json('{"a": false}') WHERE id = 1;
DELETE FROM {table} WHERE id IN (2, 27);
