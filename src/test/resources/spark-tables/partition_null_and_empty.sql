-- Null and empty partition values: an empty string is a null.
-- key: id
-- traits: cdc-files, partitioned, null-partition-values
CREATE TABLE {table} (id INT, p STRING, n INT, v STRING) USING delta PARTITIONED BY (p, n)
  TBLPROPERTIES ({cdf});
INSERT INTO {table} VALUES
  (1, NULL, 1, 'a'), (2, '', 2, 'b'), (3, 'x', NULL, 'c'), (4, NULL, NULL, 'd'), (5, NULL, NULL, 'e');
UPDATE {table} SET v = 'u' WHERE id IN (2, 4);
DELETE FROM {table} WHERE p IS NULL AND n = 1;
DELETE FROM {table} WHERE id = 3;
