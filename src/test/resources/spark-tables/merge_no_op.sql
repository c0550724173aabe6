-- Merges that change no row; one of them rewrites a file all the same.
-- key: id
-- traits: no-cdc-files, no-op-merge
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 10, 1, 1);
MERGE INTO {table} t USING (SELECT id, 'm' AS v FROM range(0, 5, 1, 1)) s ON t.id = s.id
  WHEN MATCHED AND t.v = s.v THEN UPDATE SET v = s.v
  WHEN NOT MATCHED AND s.id < 0 THEN INSERT *;
MERGE INTO {table} t USING (SELECT id + 1000 AS id, 'm' AS v FROM range(0, 5, 1, 1)) s ON t.id = s.id
  WHEN MATCHED THEN DELETE;
INSERT INTO {table} VALUES (10, 'after');
