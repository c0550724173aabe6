-- replaceWhere on a partition column: whole files go.
-- key: id
-- traits: no-cdc-files, partitioned
CREATE TABLE {table} (id INT, p INT, v STRING) USING delta PARTITIONED BY (p) TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, id % 4, concat('v', id) FROM range(0, 16, 1, 1);
INSERT INTO {table} REPLACE WHERE p = 2
  SELECT id, 2, 'replaced' FROM range(0, 20, 1, 1) WHERE id % 4 = 2;
