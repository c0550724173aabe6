-- Commits without rows between those with rows.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 5, 1, 1);
ALTER TABLE {table} SET TBLPROPERTIES ('team' = 'someone');
ALTER TABLE {table} ALTER COLUMN v COMMENT 'a comment';
INSERT INTO {table} SELECT id, 'none' FROM range(0);
UPDATE {table} SET v = 'u' WHERE id = 1;
ALTER TABLE {table} ADD CONSTRAINT positive CHECK (id >= 0);
INSERT INTO {table} VALUES (10, 'last');
