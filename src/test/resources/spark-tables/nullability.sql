-- NOT NULL columns, and one that loses it in mid-stream.
-- key: id
-- traits: cdc-files, schema-change
CREATE TABLE {table} (id INT NOT NULL, v STRING NOT NULL, n INT) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT cast(id AS INT), concat('v', id), id FROM range(0, 5, 1, 1);
ALTER TABLE {table} ALTER COLUMN v DROP NOT NULL;
INSERT INTO {table} VALUES (10, NULL, NULL);
UPDATE {table} SET v = NULL WHERE id = 1;
