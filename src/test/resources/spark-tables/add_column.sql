-- Columns added in mid-stream, at the top and inside a struct.
-- key: id
-- traits: cdc-files, schema-change
CREATE TABLE {table} (id INT, s STRUCT<a: INT>) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, named_struct('a', id) FROM range(0, 5, 1, 1);
ALTER TABLE {table} ADD COLUMNS (extra STRING FIRST, s.b STRING);
INSERT INTO {table} (id, extra, s) VALUES (10, 'x', named_struct('a', 1, 'b', 'y'));
UPDATE {table} SET extra = 'u' WHERE id = 1;
DELETE FROM {table} WHERE id = 2;
