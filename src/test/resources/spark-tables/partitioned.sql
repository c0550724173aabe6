-- A string partition column in the middle of the schema; rows move between partitions.
-- key: id
-- traits: cdc-files, partitioned
CREATE TABLE {table} (id INT, region STRING, v STRING) USING delta PARTITIONED BY (region)
  TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('r', id % 3), concat('v', id) FROM range(0, 20, 1, 1);
UPDATE {table} SET region = 'r9', v = 'moved' WHERE id IN (4, 5);
DELETE FROM {table} WHERE id = 6;
