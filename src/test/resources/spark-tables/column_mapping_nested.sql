-- Fields added, renamed, dropped and added again inside structs, elements of arrays and values of maps.
-- key: id
-- first: 1
-- ranges: 1..3, 7..7, 9..
-- history: republished
-- traits: cdc-files, column-mapping-name, schema-change
CREATE TABLE {table} (id INT, t INT, st STRUCT<x: INT, y: STRING>, arr ARRAY<STRUCT<x: INT, y: STRING>>,
    m MAP<STRING, STRUCT<x: INT, y: STRING>>) USING delta
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'name');
INSERT INTO {table}
  SELECT id, 0, named_struct('x', id, 'y', 'y'), array(named_struct('x', id, 'y', 'y')), map('k', named_struct('x', id, 'y', 'y'))
  FROM range(0, 5, 1, 1);
ALTER TABLE {table} ADD COLUMNS (st.z STRING FIRST, arr.element.z STRING, m.value.z STRING AFTER x);
UPDATE {table} SET st.z = 'z' WHERE id = 1;
ALTER TABLE {table} RENAME COLUMN st.x TO xx;
ALTER TABLE {table} RENAME COLUMN arr.element.x TO xx;
ALTER TABLE {table} RENAME COLUMN m.value.x TO xx;
UPDATE {table} SET st.xx = 70 WHERE id = 2;
ALTER TABLE {table} DROP COLUMNS (st.y, arr.element.y, m.value.y);
DELETE FROM {table} WHERE id = 0;
ALTER TABLE {table} ADD COLUMNS (st.y INT, arr.element.y INT, m.value.y INT);
UPDATE {table} SET t = 1;
