-- Timestamps in Parquet as INT96, as milliseconds and as microseconds.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, ts TIMESTAMP, a ARRAY<TIMESTAMP>) USING delta TBLPROPERTIES ({cdf});
SET spark.sql.parquet.outputTimestampType = INT96;
INSERT INTO {table} SELECT id, t, array(t)
  FROM VALUES (1, TIMESTAMP'2024-03-10 10:00:00.123456'), (2, TIMESTAMP'1500-01-01 00:00:00.000001') AS v(id, t);
SET spark.sql.parquet.outputTimestampType = TIMESTAMP_MILLIS;
INSERT INTO {table} SELECT id, t, array(t) FROM VALUES (3, TIMESTAMP'2024-03-10 10:00:00.123') AS v(id, t);
SET spark.sql.parquet.outputTimestampType = TIMESTAMP_MICROS;
UPDATE {table} SET a = array(ts, NULL) WHERE id IN (1, 3);
