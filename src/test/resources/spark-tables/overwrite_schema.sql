-- Overwritten with other columns and other types, then with other partitions. Spark reads the files of the older versions by
-- the newest partitions, and so their values as null: its answers for these do not count.
-- key: id
-- first: 1
-- ranges: 5..
-- history: republished
-- traits: partitioned, schema-change
CREATE TABLE {table} (id INT, v STRING, n INT) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id), id FROM range(0, 6, 1, 2);
CREATE OR REPLACE TABLE {table} USING delta TBLPROPERTIES ({cdf})
  AS SELECT id, cast(id AS DECIMAL(10, 2)) AS v, 'new' AS w FROM range(2, 8, 1, 1);
UPDATE {table} SET w = 'u' WHERE id = 3;
CREATE OR REPLACE TABLE {table} USING delta PARTITIONED BY (w) TBLPROPERTIES ({cdf})
  AS SELECT id, v, w FROM {table};
DELETE FROM {table} WHERE id = 7;
UPDATE {table} SET v = v + 1;
