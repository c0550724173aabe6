-- Files without statistics in the log.
-- key: id
-- traits: cdc-files, no-statistics
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
SET spark.databricks.delta.stats.collect = false;
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 8, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
