-- Column mapping by name: partition values lie under physical names, renamed or not.
-- key: id
-- ranges: 1..3, 5..
-- traits: cdc-files, column-mapping-name, partitioned, schema-change
CREATE TABLE {table} (id INT, p STRING, v STRING) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'name');
INSERT INTO {table} SELECT id, concat('p/', id % 2), concat('v', id) FROM range(0, 8, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
DELETE FROM {table} WHERE p = 'p/0';
ALTER TABLE {table} RENAME COLUMN p TO part;
UPDATE {table} SET part = 'p2' WHERE id = 3;
INSERT INTO {table} VALUES (20, NULL, 'n');
