-- Version 2 pages of Parquet with the delta encodings.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, l BIGINT, v STRING, d DECIMAL(20, 4), a ARRAY<STRING>) USING delta
  TBLPROPERTIES ({cdf});
SET parquet.writer.version = PARQUET_2_0;
SET parquet.enable.dictionary = false;
INSERT INTO {table}
  SELECT id, id * 1000003, sha2(cast(id AS STRING), 224), id / 7, array(concat('prefix', id), NULL)
  FROM range(0, 300, 1, 1);
UPDATE {table} SET v = NULL, l = -l WHERE id % 50 = 0;
