-- Variants of which parts lie in columns of their own.
-- key: id
-- traits: cdc-files, deletion-vectors, variant-shredding
CREATE TABLE {table} (id INT, v VARIANT, st STRUCT<v: VARIANT>) USING delta
  TBLPROPERTIES ({cdf}, {dv}, 'delta.enableVariantShredding' = 'true');
SET spark.sql.variant.writeShredding.enabled = true;
SET spark.sql.variant.inferShreddingSchema = false;
SET spark.sql.variant.forceShreddingSchemaForTest = a INT, b STRING, c STRUCT<d: DOUBLE, e: DECIMAL(9, 2)>, f ARRAY<INT>, g TIMESTAMP, h BOOLEAN, i DATE, j BINARY;
INSERT INTO {table}
  SELECT id, parse_json(j), named_struct('v', parse_json(j))
  FROM VALUES (1, '{"a": 1, "b": "x", "c": {"d": 1.5, "e": 2.25}, "f": [1, 2]}'), (2, 'null'), (3, NULL), (4, '[1, {"a": 2}]'),
    (5, '{"a": "no number", "z": 1, "c": 5, "f": [1, "x", null]}'), (6, '{}'), (7, '{"c": {"d": 0.1, "more": [null]}}'),
    (8, '"text"'), (9, '{"a": null, "h": true, "A": 7, "f": []}'), (10, '{"b": "grüße 😀\\n"}') AS s(id, j);
INSERT INTO {table} SELECT 20, to_variant_object(named_struct('g', TIMESTAMP'2024-02-29 12:30:00.5', 'i', DATE'2024-02-29',
  'j', X'00FF', 'c', named_struct('d', CAST('NaN' AS DOUBLE), 'e', 1.50BD))), NULL;
DELETE FROM {table} WHERE id IN (2, 5);
-- Spark cannot write change files with shredded variants.
SET spark.sql.variant.writeShredding.enabled = false;
UPDATE {table} SET v = parse_json('{"a": 5}') WHERE id = 1;
