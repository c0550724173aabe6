-- A shallow clone: its first version names the files of another table by absolute paths.
-- key: id
-- ranges: 0..
-- traits: cdc-files, absolute-paths, partitioned
CREATE TABLE {source} (id INT, p STRING, v STRING) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ({cdf});
INSERT INTO {source} SELECT id, concat('p %', id % 2), concat('v', id) FROM range(0, 8, 1, 1);
CREATE TABLE {table} SHALLOW CLONE {source};
UPDATE {table} SET v = 'u' WHERE id = 1;
DELETE FROM {table} WHERE p = 'p %0';
