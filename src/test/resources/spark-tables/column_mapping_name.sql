-- Column mapping by name: columns renamed, dropped, and added again under the old name.
-- key: id
-- ranges: 1..2, 4..4, 7..8
-- traits: cdc-files, column-mapping-name, schema-change
CREATE TABLE {table} (id INT, a STRING, b STRING, s STRUCT<x: INT, y: STRING>) USING delta
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'name');
INSERT INTO {table} SELECT id, concat('a', id), concat('b', id), named_struct('x', id, 'y', 'z')
  FROM range(0, 6, 1, 1);
UPDATE {table} SET a = 'u' WHERE id = 1;
ALTER TABLE {table} RENAME COLUMN a TO aa;
UPDATE {table} SET aa = 'renamed', s.x = 7 WHERE id = 2;
ALTER TABLE {table} DROP COLUMN b;
ALTER TABLE {table} ADD COLUMN (b INT);
UPDATE {table} SET b = 5 WHERE id = 3;
DELETE FROM {table} WHERE id = 1;
