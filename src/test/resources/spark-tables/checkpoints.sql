-- Classic checkpoints between the commits.
-- key: id
-- traits: cdc-files, checkpoints
CREATE TABLE {table} (id INT, v STRING) USING delta
  TBLPROPERTIES ({cdf}, 'delta.checkpointInterval' = '2');
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
INSERT INTO {table} VALUES (10, 'x');
