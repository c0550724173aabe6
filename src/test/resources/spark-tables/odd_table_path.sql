-- A directory with spaces, percent signs and letters beyond ASCII in its name.
-- key: id
-- directory: odd path %25 + é=1
-- traits: cdc-files, deletion-vectors, partitioned, encoded-paths
CREATE TABLE {table} (id INT, p STRING, v STRING) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('p %', id % 2), concat('v', id) FROM range(0, 8, 1, 1);
UPDATE {table} SET v = 'u' WHERE id = 1;
DELETE FROM {table} WHERE id = 2;
