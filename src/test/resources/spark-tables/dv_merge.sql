-- A merge of every clause into a table with deletion vectors.
-- key: id
-- traits: deletion-vectors, cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 40, 1, 1);
MERGE INTO {table} t USING (SELECT id * 3 AS id, concat('m', id) AS v FROM range(0, 20, 1, 1)) s
  ON t.id = s.id
  WHEN MATCHED AND t.id % 2 = 0 THEN DELETE
  WHEN MATCHED THEN UPDATE SET v = s.v
  WHEN NOT MATCHED THEN INSERT *
  WHEN NOT MATCHED BY SOURCE AND t.id < 5 THEN UPDATE SET v = 'unmatched';
