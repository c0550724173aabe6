-- replaceWhere on a data column: change files of deletes and inserts.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 16, 1, 1);
INSERT INTO {table} REPLACE WHERE id BETWEEN 4 AND 8 SELECT id, 'replaced' FROM range(5, 8, 1, 1);
