-- Row tracking alone: every statement rewrites files.
-- key: id
-- traits: row-tracking, change-feed-off, no-cdc-files, no-deletion-vectors, no-data-change
CREATE TABLE {table} (id INT, v STRING) USING delta
  TBLPROPERTIES ('delta.enableRowTracking' = 'true', 'delta.enableDeletionVectors' = 'false');
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 20, 1, 3);
UPDATE {table} SET v = 'u' WHERE id % 7 = 1;
DELETE FROM {table} WHERE id = 2;
OPTIMIZE {table};
MERGE INTO {table} t USING (SELECT id, 'm' AS v FROM range(10, 25, 1, 1)) s ON t.id = s.id
  WHEN MATCHED AND t.id % 2 = 0 THEN DELETE
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
UPDATE {table} SET id = id + 1;
RESTORE TABLE {table} TO VERSION AS OF 3;
UPDATE {table} SET v = v WHERE id = 4;
INSERT OVERWRITE {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
DELETE FROM {table};
INSERT INTO {table} VALUES (1, NULL);
