-- RESTORE: the files that the old version lacks are deleted, those that it had are inserted.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 10, 1, 2);
UPDATE {table} SET v = 'u' WHERE id < 3;
INSERT INTO {table} VALUES (50, 'later');
RESTORE TABLE {table} TO VERSION AS OF 1;
