-- Column mapping switched on in mid-stream, then a rename of a partition column and a drop.
-- key: id
-- first: 1
-- ranges: 1..3, 5..5, 7..
-- history: republished
-- traits: cdc-files, column-mapping-name, partitioned, schema-change
CREATE TABLE {table} (id INT, p STRING, a STRING, t INT) USING delta PARTITIONED BY (p) TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('p', id % 2), concat('a', id), 0 FROM range(0, 6, 1, 1);
ALTER TABLE {table} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.minReaderVersion' = '2',
  'delta.minWriterVersion' = '5');
UPDATE {table} SET a = 'u' WHERE id = 1;
ALTER TABLE {table} RENAME COLUMN p TO part;
DELETE FROM {table} WHERE part = 'p0';
ALTER TABLE {table} DROP COLUMN a;
UPDATE {table} SET t = 1;
