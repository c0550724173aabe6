-- REORG writes files anew without their deleted rows.
-- key: id
-- traits: deletion-vectors, no-cdc-files, no-data-change
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 20, 1, 1);
DELETE FROM {table} WHERE id % 4 = 0;
REORG TABLE {table} APPLY (PURGE);
DELETE FROM {table} WHERE id % 5 = 0;
