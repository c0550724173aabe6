-- Structs, arrays and maps inside each other; null, empty and null-filled ones.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, st STRUCT<a: INT, b: STRUCT<c: STRING, d: ARRAY<INT>>>,
    arr ARRAY<STRUCT<x: INT, y: STRING>>, m MAP<STRING, ARRAY<INT>>, mm MAP<INT, MAP<STRING, STRING>>,
    aa ARRAY<ARRAY<STRING>>, ms MAP<STRING, STRUCT<t: TIMESTAMP, d: DECIMAL(10, 2)>>) USING delta
  TBLPROPERTIES ({cdf});
INSERT INTO {table} VALUES
  (1, named_struct('a', 1, 'b', named_struct('c', 'x', 'd', array(1, NULL, 3))),
    array(named_struct('x', 1, 'y', 'q'), NULL), map('k', array(1, 2), 'z', NULL),
    map(1, map('q', 'w')), array(array('a', NULL), NULL, array()),
    map('m', named_struct('t', TIMESTAMP'2024-01-01 00:00:00.5', 'd', 1.50), 'n', NULL)),
  (2, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, named_struct('a', NULL, 'b', NULL), array(), map(), map(), array(), map()),
  (4, named_struct('a', NULL, 'b', named_struct('c', NULL, 'd', NULL)), array(NULL),
    map('', array()), map(0, NULL), array(NULL), map('', named_struct('t', NULL, 'd', NULL)));
UPDATE {table} SET st.a = 5 WHERE id IN (1, 3);
DELETE FROM {table} WHERE id IN (2, 4);
