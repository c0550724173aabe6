-- An identity column: each insert carries a metadata action with the high-water mark.
-- key: id
-- traits: no-cdc-files
CREATE TABLE {table} (id BIGINT GENERATED ALWAYS AS IDENTITY (START WITH 10 INCREMENT BY 5), v STRING)
  USING delta TBLPROPERTIES ({cdf});
INSERT INTO {table} (v) VALUES ('a'), ('b'), ('c');
INSERT INTO {table} (v) VALUES ('d');
