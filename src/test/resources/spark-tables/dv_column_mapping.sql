-- Deletion vectors, column mapping, partitions and in-commit timestamps together.
-- key: id
-- traits: deletion-vectors, cdc-files, partitioned, column-mapping-name, in-commit-timestamps
CREATE TABLE {table} (id INT, p STRING, v STRUCT<a: INT, b: STRING>) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ({cdf}, {dv}, 'delta.columnMapping.mode' = 'name',
    'delta.enableInCommitTimestamps' = 'true');
INSERT INTO {table} SELECT id, concat('p', id % 2), named_struct('a', id, 'b', 'x') FROM range(0, 30, 1, 1);
DELETE FROM {table} WHERE id % 9 = 0;
UPDATE {table} SET v.a = -1 WHERE id = 10;
