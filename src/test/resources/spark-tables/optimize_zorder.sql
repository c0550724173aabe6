-- OPTIMIZE and ZORDER rewrite files and change no row.
-- key: id
-- traits: cdc-files, no-data-change
CREATE TABLE {table} (id INT, v STRING) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, concat('v', id) FROM range(0, 12, 1, 2);
OPTIMIZE {table};
UPDATE {table} SET v = 'u' WHERE id = 5;
INSERT INTO {table} VALUES (100, 'x');
OPTIMIZE {table} ZORDER BY (v);
DELETE FROM {table} WHERE id = 6;
