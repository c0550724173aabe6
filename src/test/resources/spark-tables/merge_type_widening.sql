-- A merge that widens a column: its change files hold old rows under the new type.
-- key: id
-- first: 1
-- ranges: 2..
-- history: republished
-- traits: cdc-files, schema-change, type-widening
CREATE TABLE {table} (id INT, n SMALLINT, t INT) USING delta
  TBLPROPERTIES ({cdf}, 'delta.enableTypeWidening' = 'true');
INSERT INTO {table} SELECT id, id, 0 FROM range(0, 6, 1, 1);
MERGE WITH SCHEMA EVOLUTION INTO {table} t
  USING (SELECT cast(id AS INT) AS id, cast(70000 + id AS INT) AS n, 1 AS t FROM range(3, 8, 1, 1)) s
  ON t.id = s.id
  WHEN MATCHED AND s.id = 3 THEN DELETE WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
UPDATE {table} SET t = 2;
