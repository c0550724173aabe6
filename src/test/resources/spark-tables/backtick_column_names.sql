-- Names with backticks; Spark itself cannot write change files of such a table.
-- key: the`id
-- traits: no-cdc-files, column-mapping-name
CREATE TABLE {table} (`the``id` INT, s STRUCT<`a``b.c`: INT>) USING delta
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'name');
INSERT INTO {table} SELECT id, named_struct('a`b.c', id) FROM range(0, 4, 1, 1);
DELETE FROM {table};
INSERT INTO {table} SELECT id, NULL FROM range(5, 7, 1, 1);
