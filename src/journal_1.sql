-- The journal, schema 1. Entries carry table, evening and number, so that many evenings, and later many tables, can lie in one file.
CREATE TABLE about (table_id TEXT NOT NULL) STRICT;

CREATE TABLE evening (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    table_id TEXT NOT NULL,
    begun_ms INTEGER NOT NULL
) STRICT;

-- The key puts an evening's entries side by side, in order, so that a new one goes to the end of a page and nowhere else.
CREATE TABLE entry (
    id INTEGER PRIMARY KEY CHECK (id = evening * 4294967296 + seq),
    evening INTEGER NOT NULL REFERENCES evening (id),
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,    -- the source's clock
    wall_ms INTEGER NOT NULL,  -- since 1970
    told INTEGER NOT NULL,     -- 1: follows from the facts before it
    client TEXT,               -- the asker's own id of the order that led to it
    event TEXT NOT NULL        -- one JSON object
) STRICT;

-- Pictures and calibration that travel with an exported evening; in a journal that runs they lie beside it.
CREATE TABLE attachment (
    evening INTEGER NOT NULL REFERENCES evening (id),
    name TEXT NOT NULL,        -- evidence/SEQ-MOMENT.jpg, calibration/NAME
    content BLOB NOT NULL,
    PRIMARY KEY (evening, name)
) STRICT;

CREATE UNIQUE INDEX entry_client ON entry (evening, client) WHERE client IS NOT NULL;

CREATE TRIGGER entry_follows BEFORE INSERT ON entry
WHEN (NEW.seq <> 1 AND NOT EXISTS (SELECT 1 FROM entry WHERE id = NEW.id - 1))
    OR EXISTS (SELECT 1 FROM entry WHERE id = NEW.id)
BEGIN SELECT raise(ABORT, 'entries follow one another without a gap'); END;

CREATE TRIGGER entry_stays BEFORE UPDATE ON entry
BEGIN SELECT raise(ABORT, 'an entry is never changed'); END;

CREATE TRIGGER entry_remains BEFORE DELETE ON entry
BEGIN SELECT raise(ABORT, 'an entry is never deleted'); END;

CREATE TRIGGER evening_stays BEFORE UPDATE ON evening
BEGIN SELECT raise(ABORT, 'an evening is never changed'); END;

CREATE TRIGGER evening_remains BEFORE DELETE ON evening
BEGIN SELECT raise(ABORT, 'an evening is never deleted'); END;

CREATE TRIGGER evening_is_new BEFORE INSERT ON evening
WHEN EXISTS (SELECT 1 FROM evening WHERE id = NEW.id OR uid = NEW.uid)
BEGIN SELECT raise(ABORT, 'that evening is here already'); END;
