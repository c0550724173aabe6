-- Deletes that remove whole files and write no change files.
-- key: id
-- traits: no-cdc-files, partitioned
CREATE TABLE {table} (id INT, p INT, v STRING) USING delta PARTITIONED BY (p) TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, id % 3, concat('v', id) FROM range(0, 15, 1, 1);
DELETE FROM {table} WHERE p = 1;
INSERT INTO {table} VALUES (1, 1, 'again');
DELETE FROM {table};
