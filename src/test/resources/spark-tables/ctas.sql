-- The first version already holds rows.
-- key: id
-- ranges: 0..
-- traits: cdc-files
CREATE TABLE {table} USING delta TBLPROPERTIES ({cdf})
  AS SELECT id, concat('n', id) AS name FROM range(0, 10, 1, 2);
UPDATE {table} SET name = 'u' WHERE id = 4;
