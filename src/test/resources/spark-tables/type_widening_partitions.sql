-- Partition columns that get wider types: partition values are written by the old one.
-- key: id
-- first: 1
-- ranges: 7..
-- history: republished
-- traits: cdc-files, partitioned, schema-change, type-widening
CREATE TABLE {table} (id INT, v STRING, p TINYINT, d DATE) USING delta PARTITIONED BY (p, d)
  TBLPROPERTIES ({cdf}, 'delta.enableTypeWidening' = 'true', 'delta.feature.timestampNtz' = 'supported');
INSERT INTO {table} SELECT id, 'v', id % 2, DATE'2024-02-29' FROM range(0, 6, 1, 1);
ALTER TABLE {table} ALTER COLUMN p TYPE INT, d TYPE TIMESTAMP_NTZ;
INSERT INTO {table} VALUES (10, 'w', 70000, TIMESTAMP_NTZ'2024-02-29 12:00:00');
UPDATE {table} SET v = 'u' WHERE id = 1;
DELETE FROM {table} WHERE p = 0;
ALTER TABLE {table} ALTER COLUMN p TYPE DECIMAL(12, 1);
UPDATE {table} SET v = concat(v, '!');
