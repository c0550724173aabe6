-- RESTORE of deletion vectors: rows come back in a file that stays.
-- key: id
-- traits: deletion-vectors, no-cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 30, 1, 1);
DELETE FROM {table} WHERE id % 5 = 0;
DELETE FROM {table} WHERE id % 3 = 0;
RESTORE TABLE {table} TO VERSION AS OF 2;
