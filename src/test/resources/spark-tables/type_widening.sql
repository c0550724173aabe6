-- Columns that get wider types.
-- key: id
-- first: 1
-- ranges: 6..
-- traits: cdc-files, schema-change, type-widening
CREATE TABLE {table} (id INT, n SMALLINT, f FLOAT, d DECIMAL(6, 2)) USING delta
  TBLPROPERTIES ({cdf}, 'delta.enableTypeWidening' = 'true');
INSERT INTO {table} SELECT id, id, id / 3, id / 4 FROM range(0, 6, 1, 1);
UPDATE {table} SET n = n + 1 WHERE id = 1;
ALTER TABLE {table} ALTER COLUMN n TYPE INT;
ALTER TABLE {table} ALTER COLUMN f TYPE DOUBLE;
ALTER TABLE {table} ALTER COLUMN d TYPE DECIMAL(12, 4);
UPDATE {table} SET n = 1234567890, f = 1e100D, d = 12345.6789 WHERE id = 2;
DELETE FROM {table} WHERE id = 3;
INSERT INTO {table} VALUES (20, 1, 0.1D, 0.0001);
