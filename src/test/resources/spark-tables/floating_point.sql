-- Not-a-number, the infinities, and zero with its sign.
-- key: id
-- traits: cdc-files
CREATE TABLE {table} (id INT, f FLOAT, d DOUBLE, a ARRAY<DOUBLE>) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} VALUES
  (1, CAST('NaN' AS FLOAT), CAST('NaN' AS DOUBLE), array(CAST('NaN' AS DOUBLE), 1D)),
  (2, CAST('Infinity' AS FLOAT), CAST('-Infinity' AS DOUBLE), array(CAST('Infinity' AS DOUBLE))),
  (3, CAST('-0.0' AS FLOAT), CAST('-0.0' AS DOUBLE), array(CAST('-0.0' AS DOUBLE), 0D)),
  (4, 0.1F, 0.1D, array(0.1D + 0.2D)), (5, 16777217F, 1E22D, array(123456789.123D));
UPDATE {table} SET f = -f, d = d * 2 WHERE id IN (1, 2, 4);
