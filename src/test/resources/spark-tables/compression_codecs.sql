-- Data and change files in the codecs that Spark brings.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
SET spark.sql.parquet.compression.codec = uncompressed;
INSERT INTO {table} SELECT id, repeat(concat('none', id), 20) FROM range(0, 5, 1, 1);
SET spark.sql.parquet.compression.codec = gzip;
INSERT INTO {table} SELECT id, repeat(concat('gzip', id), 20) FROM range(10, 15, 1, 1);
SET spark.sql.parquet.compression.codec = lz4_raw;
INSERT INTO {table} SELECT id, repeat(concat('lz4', id), 20) FROM range(20, 25, 1, 1);
SET spark.sql.parquet.compression.codec = zstd;
UPDATE {table} SET v = repeat('zstd', 20) WHERE id IN (1, 11, 21);
