-- In-commit timestamps switched on in mid-stream.
-- key: id
-- traits: cdc-files, in-commit-timestamps
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
ALTER TABLE {table} SET TBLPROPERTIES ('delta.enableInCommitTimestamps' = 'true');
UPDATE {table} SET v = 'u' WHERE id = 1;
