-- Generated columns, one of them the partition.
-- key: id
-- traits: cdc-files, partitioned, null-partition-values
CREATE TABLE {table} (id INT, ts TIMESTAMP, v STRING, day DATE GENERATED ALWAYS AS (CAST(ts AS DATE)),
    twice INT GENERATED ALWAYS AS (id * 2)) USING delta PARTITIONED BY (day) TBLPROPERTIES ({cdf});
INSERT INTO {table} (id, ts, v) VALUES
  (1, TIMESTAMP'2024-01-01 23:00:00', 'a'), (2, TIMESTAMP'2024-01-02 01:00:00', 'b'), (3, NULL, 'c');
UPDATE {table} SET ts = TIMESTAMP'2024-01-03 00:00:00' WHERE id = 1;
