-- Row tracking switched on for rows that are there: they get ids without a change of data.
-- key: id
-- ranges: 6..
-- traits: row-tracking, change-feed-off, no-cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta;
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 10, 1, 2);
UPDATE {table} SET v = 'u' WHERE id = 1;
ALTER TABLE {table} SET TBLPROPERTIES ('delta.enableRowTracking' = 'true');
UPDATE {table} SET v = 'w' WHERE id IN (1, 8);
MERGE INTO {table} t USING (SELECT id, 'm' AS v FROM range(8, 12, 1, 1)) s ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
DELETE FROM {table} WHERE id = 3;
