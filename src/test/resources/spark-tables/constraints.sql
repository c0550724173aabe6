-- Constraints, which bind writers alone.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT NOT NULL, s STRING) USING delta TBLPROPERTIES ({cdf});
ALTER TABLE {table} ADD CONSTRAINT positive CHECK (id > 0);
INSERT INTO {table} VALUES (1, 'a'), (2, 'A'), (3, NULL);
UPDATE {table} SET s = 'b' WHERE s = 'a';
DELETE FROM {table} WHERE id = 3;
