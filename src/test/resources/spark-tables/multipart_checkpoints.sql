-- Checkpoints of several files each, over partitions and deletion vectors.
-- key: id
-- traits: cdc-files, checkpoints, multipart-checkpoints, deletion-vectors, partitioned
CREATE TABLE {table} (id INT, p INT, v STRING) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ({cdf}, {dv}, 'delta.checkpointInterval' = '2');
SET spark.databricks.delta.checkpoint.partSize = 5;
INSERT INTO {table} SELECT id, id % 5, concat('v', id) FROM range(0, 10, 1, 1);
UPDATE {table} SET v = 'u' WHERE id IN (1, 2);
DELETE FROM {table} WHERE id = 7;
INSERT INTO {table} VALUES (30, 9, 'x');
