-- Partition columns of every type that a table can be partitioned by.
-- key: id
-- traits: cdc-files, partitioned, null-partition-values
CREATE TABLE {table} (id INT, i INT, l BIGINT, sh SMALLINT, by TINYINT, b BOOLEAN, d DATE, ts TIMESTAMP,
    n TIMESTAMP_NTZ, dec DECIMAL(12, 3), f FLOAT, db DOUBLE, bin BINARY, v STRING) USING delta
  PARTITIONED BY (i, l, sh, by, b, d, ts, n, dec, f, db, bin)
  TBLPROPERTIES ({cdf});
INSERT INTO {table} VALUES
  (1, -7, 9223372036854775807, -32768S, 127Y, true, DATE'2024-02-29', TIMESTAMP'2024-03-10 10:00:00.123456',
    TIMESTAMP_NTZ'2024-03-10 02:30:00', 123456789.125, 1.5F, -0.1D, X'6162', 'a'),
  (2, 2147483647, -9223372036854775808, 0S, -128Y, false, DATE'0001-01-01',
    TIMESTAMP'1969-12-31 23:59:59.999999', TIMESTAMP_NTZ'9999-12-31 23:59:59.999999', -0.001,
    CAST('NaN' AS FLOAT), CAST('Infinity' AS DOUBLE), X'7A', 'b'),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'c'),
  (4, 0, 0, 0S, 0Y, false, DATE'1582-10-04', TIMESTAMP'0001-01-01 00:00:00',
    TIMESTAMP_NTZ'1900-01-01 00:00:00.1', 0.000, 1E30F, 1E-300D, X'20', 'd');
UPDATE {table} SET v = 'u' WHERE id IN (1, 3);
DELETE FROM {table} WHERE id = 2;
