-- Column mapping by id with partitions.
-- key: id
-- traits: cdc-files, column-mapping-id, partitioned
CREATE TABLE {table} (id INT, p DATE, v STRING) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'id');
INSERT INTO {table} SELECT id, date_add(DATE'2024-01-01', cast(id % 2 AS INT)), concat('v', id)
  FROM range(0, 8, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
DELETE FROM {table} WHERE p = DATE'2024-01-01';
