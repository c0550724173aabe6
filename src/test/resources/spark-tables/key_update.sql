-- The key itself changes, and changes back.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 8, 1, 2);
UPDATE {table} SET id = id + 100 WHERE id IN (1, 5);
UPDATE {table} SET id = id - 100, v = 'back' WHERE id = 101;
