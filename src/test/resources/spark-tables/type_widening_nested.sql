-- Wider types inside structs, arrays and maps.
-- key: id
-- first: 1
-- ranges: 7..
-- history: republished
-- traits: cdc-files, schema-change, type-widening
CREATE TABLE {table} (id INT, t INT, st STRUCT<a: TINYINT, f: FLOAT, d: DECIMAL(4, 1)>, arr ARRAY<SMALLINT>,
    m MAP<STRING, INT>, deep ARRAY<STRUCT<x: INT, m: MAP<STRING, STRUCT<y: DATE>>>>) USING delta
  TBLPROPERTIES ({cdf}, 'delta.enableTypeWidening' = 'true', 'delta.feature.timestampNtz' = 'supported');
INSERT INTO {table}
  SELECT id, 0, named_struct('a', id, 'f', id / 3, 'd', id), array(id, NULL), map('k', id),
    array(named_struct('x', id, 'm', map('q', named_struct('y', DATE'2024-02-29'))))
  FROM range(0, 5, 1, 1);
ALTER TABLE {table} ALTER COLUMN st.a TYPE INT, st.f TYPE DOUBLE, st.d TYPE DECIMAL(8, 3);
UPDATE {table} SET st.a = 70000 WHERE id = 1;
ALTER TABLE {table} ALTER COLUMN arr.element TYPE BIGINT, m.value TYPE DOUBLE;
DELETE FROM {table} WHERE id = 2;
ALTER TABLE {table} ALTER COLUMN deep.element.x TYPE DECIMAL(12, 1), deep.element.m.value.y TYPE TIMESTAMP_NTZ;
UPDATE {table} SET t = 1;
