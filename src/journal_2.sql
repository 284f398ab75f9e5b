-- The journal, schema 2: each entry carries a sum over its own row, so that one that the disk spoilt is found. Those of schema 1 have none.
ALTER TABLE entry ADD COLUMN sum INTEGER;

CREATE TRIGGER entry_is_summed BEFORE INSERT ON entry
WHEN NEW.sum IS NULL
BEGIN SELECT raise(ABORT, 'an entry carries a sum over its row'); END;
