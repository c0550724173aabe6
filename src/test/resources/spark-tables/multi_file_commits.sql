-- Commits of many data and change files.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 60, 1, 6);
UPDATE {table} SET v = 'u' WHERE id % 4 = 0;
DELETE FROM {table} WHERE id % 15 = 7 OR id BETWEEN 30 AND 39;
