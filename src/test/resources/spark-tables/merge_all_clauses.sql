-- A merge of every clause.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING, n INT) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id), id FROM range(0, 40, 1, 2);
MERGE INTO {table} t USING (SELECT id * 3 AS id, concat('m', id) AS v FROM range(0, 20, 1, 1)) s
  ON t.id = s.id
  WHEN MATCHED AND t.id % 2 = 0 THEN DELETE
  WHEN MATCHED THEN UPDATE SET v = s.v, n = t.n + 1
  WHEN NOT MATCHED AND s.id % 2 = 0 THEN INSERT (id, v) VALUES (s.id, s.v)
  WHEN NOT MATCHED THEN INSERT (id, v, n) VALUES (s.id, s.v, 0)
  WHEN NOT MATCHED BY SOURCE AND t.id < 5 THEN UPDATE SET v = 'unmatched'
  WHEN NOT MATCHED BY SOURCE AND t.id > 35 THEN DELETE;
