-- Types inside each other, five levels deep, with nulls at every one.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, d STRUCT<a: ARRAY<MAP<STRING, STRUCT<b: ARRAY<STRUCT<t: TIMESTAMP_NTZ, n: DECIMAL(20, 3)>>>>>>)
  USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} VALUES
  (1, named_struct('a', array(map('k', named_struct('b', array(named_struct('t', TIMESTAMP_NTZ'2024-01-01 00:00:00.5', 'n', 1.5), NULL)),
    'z', NULL), NULL, map()))),
  (2, named_struct('a', array(map('k', named_struct('b', NULL)), map('k', named_struct('b', array()))))),
  (3, named_struct('a', NULL)), (4, NULL), (5, named_struct('a', array()));
UPDATE {table} SET d = named_struct('a', array(map('new', named_struct('b', array(named_struct('t', NULL, 'n', -0.001)))))) WHERE id = 3;
DELETE FROM {table} WHERE id = 2;
