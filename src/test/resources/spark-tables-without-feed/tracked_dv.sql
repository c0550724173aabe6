-- Row tracking and deletion vectors.
-- key: id
-- traits: row-tracking, change-feed-off, no-cdc-files, deletion-vectors, no-data-change
CREATE TABLE {table} (id INT, v STRING) USING delta
  TBLPROPERTIES ('delta.enableRowTracking' = 'true', {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 30, 1, 2);
DELETE FROM {table} WHERE id % 5 = 0;
UPDATE {table} SET v = 'u' WHERE id % 3 = 0;
MERGE INTO {table} t USING (SELECT id, 'm' AS v FROM range(20, 35, 1, 1)) s ON t.id = s.id
  WHEN MATCHED AND t.id % 2 = 0 THEN DELETE
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
REORG TABLE {table} APPLY (PURGE);
UPDATE {table} SET v = 'w' WHERE id < 3;
RESTORE TABLE {table} TO VERSION AS OF 2;
OPTIMIZE {table};
DELETE FROM {table} WHERE v = 'v7';
