import { chainStart } from "../auditChain.ts";
import { routedIndex } from "../sql/routedEvents.ts";
import { inheritFromOwners } from "../tokenPlace.ts";
import { sqliteWords } from "./sqliteWords.ts";

/** Never change a released step: a database's version is its number of applied steps. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE record (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE record_key (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (name, value),
    FOREIGN KEY (kind, id) REFERENCES record ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX record_key_record ON record_key (kind, id);

  CREATE TABLE record_reference (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    to_kind TEXT NOT NULL,
    to_id TEXT NOT NULL,
    PRIMARY KEY (kind, id, to_kind, to_id),
    FOREIGN KEY (kind, id) REFERENCES record ON DELETE CASCADE,
    FOREIGN KEY (to_kind, to_id) REFERENCES record
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX record_reference_to ON record_reference (to_kind, to_id);

  CREATE TABLE record_version (version INTEGER NOT NULL) STRICT;
  INSERT INTO record_version VALUES (0);

  CREATE TABLE session (
    hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    csrf_token TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_of_user ON session (user_id);
  CREATE INDEX session_expiry ON session (expires_at);

  CREATE TABLE budget_use (
    budget_id TEXT NOT NULL,
    period TEXT NOT NULL,
    spent INTEGER NOT NULL,
    reserved INTEGER NOT NULL,
    PRIMARY KEY (budget_id, period)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rate_bucket (
    token_id TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (token_id, bucket)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reservation (
    id TEXT NOT NULL PRIMARY KEY,
    token_id TEXT NOT NULL,
    lease_until INTEGER NOT NULL,
    told_tokens INTEGER NOT NULL,
    rate_bucket INTEGER,
    rate_tokens INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservation_lease ON reservation (lease_until);
  CREATE INDEX reservation_token ON reservation (token_id);

  CREATE TABLE usage_record (
    id INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL,
    session_id TEXT,
    token_id TEXT NOT NULL,
    user_id TEXT,
    profile_id TEXT NOT NULL,
    sector_id TEXT NOT NULL,
    app TEXT NOT NULL,
    model TEXT NOT NULL,
    format TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    day TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    usage_source TEXT NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX usage_record_day ON usage_record (day);
  CREATE INDEX usage_record_token ON usage_record (token_id, day);
  CREATE INDEX usage_record_end ON usage_record (ended_at);

  CREATE TABLE audit_event (
    seq INTEGER PRIMARY KEY,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    kind TEXT NOT NULL,
    time INTEGER NOT NULL,
    token_id TEXT,
    user_id TEXT,
    app TEXT,
    model TEXT,
    search TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_event_time ON audit_event (time);
  CREATE INDEX audit_event_kind ON audit_event (kind, seq);

  CREATE TABLE audit_head (seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  INSERT INTO audit_head VALUES (0, '${chainStart.hash}');

  CREATE TABLE write_check (at INTEGER NOT NULL) STRICT;
  INSERT INTO write_check VALUES (0);
  `,
  "ALTER TABLE record ADD COLUMN last_used_at INTEGER",
  inheritFromOwners,
  `
  ALTER TABLE budget_use ADD COLUMN held_limit INTEGER;
  ALTER TABLE budget_use ADD COLUMN keep_until INTEGER;
  CREATE INDEX budget_use_keep ON budget_use (keep_until) WHERE keep_until IS NOT NULL;
  ALTER TABLE usage_record ADD COLUMN run_id TEXT;
  `,
  `
  ALTER TABLE audit_event ADD COLUMN run_id TEXT;
  UPDATE audit_event SET run_id = json_extract(body, '$.runId')
    WHERE instr(body, '"runId":"') > 0 AND json_valid(body);
  CREATE INDEX usage_record_run ON usage_record (ended_at) WHERE run_id IS NOT NULL;
  CREATE INDEX audit_event_run ON audit_event (run_id, seq) WHERE run_id IS NOT NULL;
  `,
  "ALTER TABLE rate_bucket ADD COLUMN completions INTEGER NOT NULL DEFAULT 0",
  `
  CREATE TABLE completion_offer (
    day TEXT NOT NULL,
    token_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    sector_id TEXT NOT NULL,
    app TEXT NOT NULL,
    model TEXT NOT NULL,
    offered INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    PRIMARY KEY (day, token_id, user_id, profile_id, sector_id, app, model)
  ) STRICT, WITHOUT ROWID;
  `,
  // A full scan per minute costs less than updating both indexes at each request.
  "DROP INDEX IF EXISTS reservation_lease; DROP INDEX IF EXISTS reservation_token;",
  `
  CREATE TABLE device_grant (
    user_code TEXT NOT NULL PRIMARY KEY,
    device_code TEXT NOT NULL UNIQUE,
    client TEXT NOT NULL,
    device_name TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    is_denied INTEGER NOT NULL DEFAULT 0,
    user_id TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE openid_grant (
    user_id TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL,
    taken_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  routedIndex(sqliteWords),
  "ALTER TABLE reservation ADD COLUMN has_place INTEGER NOT NULL DEFAULT 1",
  `
  ALTER TABLE session ADD COLUMN seal TEXT;
  ALTER TABLE device_grant ADD COLUMN seal TEXT;
  ALTER TABLE record ADD COLUMN seal TEXT;
  CREATE TABLE row_seal (seal TEXT NOT NULL) STRICT;
  `,
];
