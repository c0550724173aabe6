-- Columns and fields that change places.
-- key: id
-- first: 1
-- ranges: 1..
-- traits: cdc-files, schema-change
CREATE TABLE {table} (id INT, a STRING, b STRING, st STRUCT<x: STRING, y: STRING>,
    arr ARRAY<STRUCT<x: STRING, y: STRING>>, m MAP<STRING, STRUCT<x: STRING, y: STRING>>) USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} SELECT id, 'a', 'b', named_struct('x', 'x', 'y', 'y'),
    array(named_struct('x', 'x', 'y', 'y')), map('k', named_struct('x', 'x', 'y', 'y')) FROM range(0, 5, 1, 1);
ALTER TABLE {table} ALTER COLUMN b FIRST;
UPDATE {table} SET a = 'a1' WHERE id = 1;
ALTER TABLE {table} ALTER COLUMN st.x AFTER y;
ALTER TABLE {table} ALTER COLUMN arr.element.x AFTER y;
ALTER TABLE {table} ALTER COLUMN m.value.x AFTER y;
DELETE FROM {table} WHERE id = 2;
ALTER TABLE {table} ALTER COLUMN a AFTER st;
UPDATE {table} SET b = 'b3', st.x = 'x3' WHERE id = 3;
