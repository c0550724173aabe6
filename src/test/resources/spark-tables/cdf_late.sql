-- The change feed switched on after the first rows.
-- key: id
-- ranges: 3..
-- history: partial
-- traits: cdc-files, change-feed-off
CREATE TABLE {table} (id INT, v STRING) USING delta;
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
ALTER TABLE {table} SET TBLPROPERTIES ({cdf});
UPDATE {table} SET v = 'u' WHERE id = 1;
