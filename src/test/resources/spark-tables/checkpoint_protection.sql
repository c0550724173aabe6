-- A feature that was dropped, whose checkpoints stay protected. With its protocol of today Spark reads the deletion vector
-- of version 2 no longer, and takes all rows of the file for deleted.
-- key: id
-- ranges: 1..1, 3..
-- traits: cdc-files, checkpoint-protection
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf}, {dv});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 6, 1, 1);
DELETE FROM {table} WHERE id = 1;
ALTER TABLE {table} UNSET TBLPROPERTIES ('delta.enableDeletionVectors');
ALTER TABLE {table} DROP FEATURE deletionVectors;
UPDATE {table} SET v = 'u' WHERE id = 2;
