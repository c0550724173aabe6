-- Neither change feed nor row tracking; a column more, from a merge that evolves the schema.
-- key: id
-- traits: change-feed-off, no-cdc-files, schema-change, no-data-change
CREATE TABLE {table} (id INT, v STRING) USING delta;
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 20, 1, 3);
UPDATE {table} SET v = 'u' WHERE id % 7 = 1;
DELETE FROM {table} WHERE id = 2;
SET spark.databricks.delta.schema.autoMerge.enabled = true;
MERGE INTO {table} t USING (SELECT id, 'm' AS v, id * 2 AS n FROM range(15, 25, 1, 1)) s
  ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
OPTIMIZE {table};
UPDATE {table} SET id = id + 1;
RESTORE TABLE {table} TO VERSION AS OF 3;
INSERT OVERWRITE {table} SELECT id, if(id = 3, 'changed', concat('v', id)) FROM range(2, 22, 1, 1);
DELETE FROM {table} WHERE id < 5;
