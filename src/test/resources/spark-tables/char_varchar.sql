-- CHAR is padded, VARCHAR is not; in columns, in partitions, and inside other types, whose fields may be renamed.
-- key: id
-- ranges: 1..2, 4..
-- first: 1
-- traits: cdc-files, partitioned, schema-change
CREATE TABLE {table} (id INT, c CHAR(5), vc VARCHAR(10),
    st STRUCT<c: CHAR(3), i: DECIMAL(9, 2), n: STRUCT<v: VARCHAR(3), c: CHAR(2)>>, arr ARRAY<CHAR(4)>,
    m MAP<CHAR(2), ARRAY<CHAR(2)>>, p CHAR(3)) USING delta PARTITIONED BY (p)
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'name');
INSERT INTO {table} VALUES
  (1, 'ab', 'ab', named_struct('c', 'x', 'i', 1, 'n', named_struct('v', 'v', 'c', '')), array('é', NULL, 'abcd'),
    map('k', array('v')), 'p'),
  (2, '', '', NULL, NULL, NULL, 'pqr'), (3, NULL, NULL, named_struct('c', NULL, 'i', NULL, 'n', NULL), array(), map(), NULL),
  (4, 'abcde', 'abcdefghij', named_struct('c', 'xyz', 'i', 1.5, 'n', NULL), NULL, NULL, 'p');
UPDATE {table} SET vc = 'u', c = 'c' WHERE id IN (1, 2);
ALTER TABLE {table} RENAME COLUMN c TO chars;
UPDATE {table} SET chars = 'd', st = named_struct('c', 'y', 'i', 2, 'n', named_struct('v', 'w', 'c', 'z')) WHERE id = 3;
