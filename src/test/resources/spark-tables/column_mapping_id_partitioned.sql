-- Column mapping by id, with partitions and nested fields.
-- key: id
-- traits: cdc-files, column-mapping-id, partitioned
CREATE TABLE {table} (id INT, p DATE, s STRUCT<x: INT, y: ARRAY<STRUCT<z: STRING>>>) USING delta
  PARTITIONED BY (p) TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'id');
INSERT INTO {table}
  SELECT id, date_add(DATE'2024-01-01', cast(id % 2 AS INT)),
    named_struct('x', id, 'y', array(named_struct('z', 'q')))
  FROM range(0, 8, 1, 1);
UPDATE {table} SET s.x = 9 WHERE id = 1;
DELETE FROM {table} WHERE p = DATE'2024-01-01';
