-- Updates of a table with deletion vectors.
-- key: id
-- traits: deletion-vectors, cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 40, 1, 1);
UPDATE {table} SET v = 'u1' WHERE id % 10 = 0;
UPDATE {table} SET v = 'u2' WHERE id IN (1, 10, 11);
