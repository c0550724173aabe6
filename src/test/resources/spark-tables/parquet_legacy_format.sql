-- Spark's legacy layout of decimals, lists and maps.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, d1 DECIMAL(5, 2), d2 DECIMAL(18, 6), d3 DECIMAL(38, 10), a ARRAY<INT>,
    m MAP<STRING, ARRAY<STRING>>) USING delta TBLPROPERTIES ({cdf});
SET spark.sql.parquet.writeLegacyFormat = true;
INSERT INTO {table} VALUES
  (1, 123.45, -0.000001, 1234567890123456789012345678.0123456789, array(1, NULL), map('k', array('v'))),
  (2, NULL, NULL, NULL, NULL, NULL), (3, -1, 1, 0, array(), map());
UPDATE {table} SET d1 = d1 + 1 WHERE id = 1;
