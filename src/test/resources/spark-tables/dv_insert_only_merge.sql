-- An insert-only merge into a table with deletion vectors adds files and nothing else.
-- key: id
-- traits: deletion-vectors, no-cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 20, 1, 1);
DELETE FROM {table} WHERE id = 3;
MERGE INTO {table} t USING (SELECT id + 15 AS id, 'm' AS v FROM range(0, 10, 1, 1)) s ON t.id = s.id
  WHEN NOT MATCHED THEN INSERT *;
