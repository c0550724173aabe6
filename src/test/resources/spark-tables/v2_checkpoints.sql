-- Checkpoints of the second version.
-- key: id
-- traits: cdc-files, checkpoints, v2-checkpoints
CREATE TABLE {table} (id INT, v STRING) USING delta
  TBLPROPERTIES ({cdf}, 'delta.checkpointPolicy' = 'v2', 'delta.checkpointInterval' = '2');
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
INSERT INTO {table} VALUES (10, 'x');
