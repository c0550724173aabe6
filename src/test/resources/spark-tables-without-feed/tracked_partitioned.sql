-- Row tracking of a partitioned table: rows change their partition and keep their ids.
-- key: id
-- traits: row-tracking, change-feed-off, no-cdc-files, partitioned, null-partition-values
CREATE TABLE {table} (id INT, p STRING, v STRING) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ('delta.enableRowTracking' = 'true');
INSERT INTO {table} SELECT id, concat('p/', id % 2), concat('v', id) FROM range(0, 8, 1, 1);
INSERT INTO {table} VALUES (20, NULL, 'n');
UPDATE {table} SET v = 'u' WHERE id = 1;
UPDATE {table} SET p = 'p2' WHERE id IN (3, 20);
DELETE FROM {table} WHERE p = 'p2';
