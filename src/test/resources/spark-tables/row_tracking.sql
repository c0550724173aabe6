-- Row tracking beside the change feed.
-- key: id
-- traits: cdc-files, row-tracking, no-data-change
CREATE TABLE {table} (id INT, v STRING) USING delta
  TBLPROPERTIES ({cdf}, 'delta.enableRowTracking' = 'true');
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 6, 1, 2);
UPDATE {table} SET v = 'u' WHERE id = 1;
OPTIMIZE {table};
DELETE FROM {table} WHERE id = 2;
MERGE INTO {table} t USING (SELECT id, 'm' AS v FROM range(3, 8, 1, 1)) s ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
