-- Column mapping by id: the key renamed, columns dropped and added again under the old name with the same type.
-- key: id
-- first: 1
-- ranges: 1..1, 3..5, 7..
-- history: republished
-- traits: cdc-files, column-mapping-id, schema-change
CREATE TABLE {table} (id INT, a STRING, b STRING, t INT) USING delta
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'id');
INSERT INTO {table} SELECT id, concat('a', id), concat('b', id), 0 FROM range(0, 5, 1, 1);
ALTER TABLE {table} DROP COLUMN a;
UPDATE {table} SET b = 'u' WHERE id = 1;
ALTER TABLE {table} ADD COLUMN (a STRING AFTER id);
DELETE FROM {table} WHERE id = 2;
ALTER TABLE {table} RENAME COLUMN id TO no;
INSERT INTO {table} VALUES (10, 'a', 'b', 0);
ALTER TABLE {table} ADD COLUMN (id STRING);
UPDATE {table} SET t = 1;
