-- Deletion vectors; the change feed switched off, on and off again.
-- key: id
-- history: partial
-- traits: change-feed-off, cdc-files, deletion-vectors
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 30, 1, 2);
DELETE FROM {table} WHERE id % 5 = 0;
UPDATE {table} SET v = 'u' WHERE id % 3 = 0;
ALTER TABLE {table} SET TBLPROPERTIES ({cdf});
UPDATE {table} SET v = 'w' WHERE id % 4 = 0;
DELETE FROM {table} WHERE id = 1;
ALTER TABLE {table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false');
MERGE INTO {table} t USING (SELECT id, 'm' AS v FROM range(20, 35, 1, 1)) s ON t.id = s.id
  WHEN MATCHED AND t.id % 2 = 0 THEN DELETE
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
RESTORE TABLE {table} TO VERSION AS OF 5;
