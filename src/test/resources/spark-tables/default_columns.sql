-- Columns with defaults.
-- key: id
-- traits: no-cdc-files
CREATE TABLE {table} (id INT, v STRING DEFAULT 'none', n INT DEFAULT 42) USING delta
  TBLPROPERTIES ({cdf}, 'delta.feature.allowColumnDefaults' = 'supported');
INSERT INTO {table} (id) VALUES (1), (2);
INSERT INTO {table} VALUES (3, DEFAULT, 7), (4, NULL, NULL);
