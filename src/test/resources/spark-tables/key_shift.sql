-- Keys move to the place of the next one; two keys change places.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 8, 1, 2);
UPDATE {table} SET id = id + 1 WHERE id >= 2;
UPDATE {table} SET id = 1 - id WHERE id IN (0, 1);
