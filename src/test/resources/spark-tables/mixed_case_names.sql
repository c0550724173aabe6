-- Upper case in the names of the key and of a partition column.
-- key: Id
-- traits: cdc-files, partitioned
CREATE TABLE {table} (Id INT, Region STRING, VALUE STRING) USING delta PARTITIONED BY (Region)
  TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('R', id % 2), concat('v', id) FROM range(0, 6, 1, 1);
UPDATE {table} SET value = 'u' WHERE ID = 1;
DELETE FROM {table} WHERE region = 'R0';
