-- Partition values that are escaped in directory names, and once more in the log.
-- key: id
-- traits: cdc-files, partitioned, encoded-paths
CREATE TABLE {table} (id INT, p STRING, q STRING) USING delta PARTITIONED BY (p, q)
  TBLPROPERTIES ({cdf});
INSERT INTO {table} VALUES
  (1, 'a b', 'x/y'), (2, '100%', 'é=:?*'), (3, 'q"uote', '{b}#\\z'), (4, "it's", 'a+b&c'),
  (5, '50%25', '\t|<>'), (6, '😀', '~.!@$^()[];,'), (7, '__HIVE_DEFAULT_PARTITION', '..');
UPDATE {table} SET id = id + 100 WHERE id IN (1, 2);
UPDATE {table} SET q = 'moved to/%' WHERE id = 3;
DELETE FROM {table} WHERE q = 'a+b&c';
DELETE FROM {table} WHERE id IN (5, 6);
