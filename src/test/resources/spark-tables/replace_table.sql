-- CREATE OR REPLACE with the same schema; the first version already holds rows.
-- key: id
-- ranges: 0..
-- traits: no-cdc-files
CREATE OR REPLACE TABLE {table} USING delta TBLPROPERTIES ({cdf})
  AS SELECT id, concat('v', id) AS v FROM range(0, 8, 1, 2);
CREATE OR REPLACE TABLE {table} USING delta TBLPROPERTIES ({cdf})
  AS SELECT id, 'r' AS v FROM range(4, 12, 1, 1);
