-- Names with dots, spaces, signs and letters beyond ASCII.
-- key: the id
-- traits: cdc-files, column-mapping-name, partitioned
CREATE TABLE {table} (`the id` INT, `c.d` STRING, `größe` DOUBLE, `x,y;{}()=` STRUCT<`in.ner`: INT>,
    `p %=/` STRING) USING delta PARTITIONED BY (`p %=/`)
  TBLPROPERTIES ({cdf}, 'delta.columnMapping.mode' = 'name');
INSERT INTO {table} SELECT id, 'cd', id / 2, named_struct('in.ner', id), concat('p', id % 2)
  FROM range(0, 6, 1, 1);
UPDATE {table} SET `c.d` = 'u', `größe` = NULL WHERE `the id` = 1;
DELETE FROM {table} WHERE `the id` = 2;
