-- Deletion vectors that grow on one file; then the file goes with its vector.
-- key: id
-- traits: deletion-vectors, no-cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 60, 1, 1);
DELETE FROM {table} WHERE id % 7 = 0;
DELETE FROM {table} WHERE id BETWEEN 10 AND 30 AND id % 2 = 1;
INSERT INTO {table} VALUES (7, 'again');
DELETE FROM {table} WHERE id <> 7;
