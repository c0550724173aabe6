-- Inserts, an update, a delete and an insert again, on a table without partitions.
-- key: id
-- traits: cdc-files, no-deletion-vectors
CREATE TABLE {table} (id INT, name STRING, amount DOUBLE) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('n', id), id / 4 FROM range(0, 40, 1, 2);
UPDATE {table} SET name = upper(name), amount = -amount WHERE id % 5 = 0;
DELETE FROM {table} WHERE id % 7 = 3;
INSERT INTO {table} VALUES (3, 'again', 0.5), (100, NULL, NULL);
