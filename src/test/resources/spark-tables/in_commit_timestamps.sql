-- In-commit timestamps from the start.
-- key: id
-- traits: cdc-files, in-commit-timestamps
CREATE TABLE {table} (id INT, v STRING) USING delta
  TBLPROPERTIES ({cdf}, 'delta.enableInCommitTimestamps' = 'true');
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
