-- Column mapping by id, nested fields too.
-- key: id
-- traits: cdc-files, column-mapping-id
CREATE TABLE {table} (id INT, a STRING, s STRUCT<x: INT, y: ARRAY<STRUCT<z: STRING>>>) USING delta
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'id');
INSERT INTO {table}
  SELECT id, concat('a', id), named_struct('x', id, 'y', array(named_struct('z', 'q')))
  FROM range(0, 6, 1, 1);
UPDATE {table} SET a = 'u', s.x = 9 WHERE id = 1;
DELETE FROM {table} WHERE id = 2;
