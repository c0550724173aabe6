-- A key of two columns, one of them the partition.
-- key: region, id
-- traits: cdc-files, partitioned
CREATE TABLE {table} (id BIGINT, region STRING, v STRING) USING delta PARTITIONED BY (region)
  TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id DIV 2, if(id % 2 = 0, 'eu', 'us'), concat('v', id) FROM range(0, 12, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
DELETE FROM {table} WHERE id = 2 AND region = 'eu';
UPDATE {table} SET region = 'ap' WHERE id = 3 AND region = 'us';
