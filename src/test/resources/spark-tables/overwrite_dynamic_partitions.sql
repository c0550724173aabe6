-- A dynamic overwrite replaces the partitions in which the new rows lie.
-- key: id
-- traits: no-cdc-files, partitioned
CREATE TABLE {table} (id INT, p INT, v STRING) USING delta PARTITIONED BY (p) TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, id % 4, concat('v', id) FROM range(0, 16, 1, 1);
SET spark.sql.sources.partitionOverwriteMode = dynamic;
INSERT OVERWRITE {table} SELECT id, id % 4, 'over' FROM range(0, 20, 1, 1) WHERE id % 4 < 2;
