-- Overwrites of the whole table: every old row deleted, every new row inserted.
-- key: id
-- traits: no-cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 10, 1, 2);
INSERT OVERWRITE {table} SELECT id, if(id = 3, 'changed', concat('v', id)) FROM range(2, 12, 1, 1);
INSERT OVERWRITE {table} SELECT id, concat('v', id) FROM range(0);
INSERT INTO {table} VALUES (1, 'new');
