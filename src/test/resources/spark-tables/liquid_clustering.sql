-- A clustered table, optimized.
-- key: id
-- traits: cdc-files, no-data-change, clustered
CREATE TABLE {table} (id INT, v STRING) USING delta CLUSTER BY (id) TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 12, 1, 2);
OPTIMIZE {table};
UPDATE {table} SET v = 'u' WHERE id = 5;
