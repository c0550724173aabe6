-- Data and change files in every codec that Spark brings.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
SET spark.sql.parquet.compression.codec = uncompressed;
INSERT INTO {table} SELECT id, repeat(concat('v', id), 20) FROM range(0, 10, 1, 1);
SET spark.sql.parquet.compression.codec = gzip;
UPDATE {table} SET v = repeat('gzip', 20) WHERE id = 1;
SET spark.sql.parquet.compression.codec = zstd;
UPDATE {table} SET v = repeat('zstd', 20) WHERE id = 2;
SET spark.sql.parquet.compression.codec = lz4_raw;
UPDATE {table} SET v = repeat('lz4', 20) WHERE id = 3;
DELETE FROM {table} WHERE id = 4;
