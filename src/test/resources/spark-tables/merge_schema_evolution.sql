-- A merge that adds a column.
-- key: id
-- traits: cdc-files, schema-change
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 10, 1, 1);
MERGE WITH SCHEMA EVOLUTION INTO {table} t
  USING (SELECT cast(id AS INT) AS id, 'm' AS v, id * 1.5D AS extra FROM range(5, 15, 1, 1)) s
  ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
DELETE FROM {table} WHERE id IN (1, 6);
