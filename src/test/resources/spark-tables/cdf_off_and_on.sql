-- The change feed switched off, rows changed, and on again.
-- key: id
-- ranges: 1..2, 6..
-- history: partial
-- traits: cdc-files, change-feed-off
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
ALTER TABLE {table} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false');
DELETE FROM {table} WHERE id = 2;
ALTER TABLE {table} SET TBLPROPERTIES ({cdf});
UPDATE {table} SET v = 'w' WHERE id = 3;
