-- A file of many row groups: a deletion vector counts rows from the start of the file.
-- key: id
-- traits: deletion-vectors
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
SET parquet.block.size = 2048;
INSERT INTO {table} SELECT id, sha2(cast(id AS STRING), 256) FROM range(0, 3000, 1, 1);
DELETE FROM {table} WHERE id % 97 = 0;
DELETE FROM {table} WHERE id BETWEEN 1000 AND 1010;
UPDATE {table} SET v = 'u' WHERE id IN (1, 1500, 2999);
