-- A merge that sets what was there: pairs of equal images.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 10, 1, 1);
MERGE INTO {table} t USING (SELECT id, concat('v', id) AS v FROM range(5, 12, 1, 1)) s ON t.id = s.id
  WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *;
