-- Keys change: some to new ones, some to the place of the next one, two change places.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 8, 1, 2);
UPDATE {table} SET id = id + 100 WHERE id IN (1, 5);
UPDATE {table} SET id = id + 1 WHERE id BETWEEN 2 AND 7;
UPDATE {table} SET id = 3 - id WHERE id IN (0, 3);
