-- TRUNCATE, and rows again.
-- key: id
-- traits: no-cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 12, 1, 2);
TRUNCATE TABLE {table};
INSERT INTO {table} VALUES (1, 'again');
