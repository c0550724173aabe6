-- Every wider type that numbers and dates may get, step by step, with whole files deleted and deletion vectors in between.
-- key: id
-- first: 1
-- ranges: 9..
-- history: republished
-- traits: cdc-files, deletion-vectors, schema-change, type-widening
CREATE TABLE {table} (id TINYINT, b TINYINT, s SMALLINT, i INT, bd TINYINT, sd SMALLINT, di INT, f FLOAT,
    bn TINYINT, sn SMALLINT, n INT, l BIGINT, p DECIMAL(6, 2), d DATE) USING delta
  TBLPROPERTIES ({cdf}, {dv}, 'delta.enableTypeWidening' = 'true', 'delta.feature.timestampNtz' = 'supported');
INSERT INTO {table}
  SELECT id, -id, -id, -id, id, id, id, id / 3, id, id, id, id, id / 4, date_add(DATE'2024-02-28', cast(id AS INT))
  FROM range(0, 8, 1, 1);
ALTER TABLE {table} ALTER COLUMN id TYPE SMALLINT, b TYPE SMALLINT, s TYPE INT, i TYPE BIGINT, bd TYPE DOUBLE,
  sd TYPE DOUBLE, di TYPE DOUBLE, f TYPE DOUBLE;
DELETE FROM {table} WHERE id = 1;
INSERT INTO {table} VALUES (300, 300, 70000, 5000000000, 0.5, 0.25, 1e100, 0.1, 1, 1, 1, 1, 0.25, DATE'1970-01-01');
ALTER TABLE {table} ALTER COLUMN id TYPE INT, b TYPE INT, s TYPE BIGINT, bn TYPE DECIMAL(10, 0), sn TYPE DECIMAL(11, 1),
  n TYPE DECIMAL(12, 2), l TYPE DECIMAL(24, 4), p TYPE DECIMAL(9, 2), d TYPE TIMESTAMP_NTZ;
UPDATE {table} SET b = 70000, n = 0.25, l = 1e15, d = TIMESTAMP_NTZ'2024-02-29 12:00:00.000001' WHERE id = 2;
DELETE FROM {table} WHERE id = 300;
ALTER TABLE {table} ALTER COLUMN id TYPE BIGINT, b TYPE BIGINT, p TYPE DECIMAL(14, 4);
DELETE FROM {table} WHERE id IN (3, 4);
UPDATE {table} SET f = f + 1;
