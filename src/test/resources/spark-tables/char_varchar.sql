-- CHAR is padded, VARCHAR is not.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, c CHAR(5), vc VARCHAR(10), st STRUCT<c: CHAR(3)>) USING delta
  TBLPROPERTIES ({cdf});
INSERT INTO {table} VALUES
  (1, 'ab', 'ab', named_struct('c', 'x')), (2, '', '', NULL), (3, NULL, NULL, named_struct('c', NULL)),
  (4, 'abcde', 'abcdefghij', named_struct('c', 'xyz'));
UPDATE {table} SET vc = 'u', c = 'c' WHERE id IN (1, 2);
