import { chainStart } from "../auditChain.ts";

/**
 * `COLLATE "C"`: every process locks and sorts in the same order. `audit_head`, `record_version` and `write_check` have
 * one row each.
 */
export const tables = `
  CREATE TABLE record (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (kind, id)
  );

  CREATE TABLE record_key (
    name text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    PRIMARY KEY (name, value),
    FOREIGN KEY (kind, id) REFERENCES record ON DELETE CASCADE
  );
  CREATE INDEX record_key_record ON record_key (kind, id);

  CREATE TABLE record_reference (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    to_kind text COLLATE "C" NOT NULL,
    to_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, id, to_kind, to_id),
    FOREIGN KEY (kind, id) REFERENCES record ON DELETE CASCADE,
    FOREIGN KEY (to_kind, to_id) REFERENCES record
  );
  CREATE INDEX record_reference_to ON record_reference (to_kind, to_id);

  CREATE TABLE record_version (version bigint NOT NULL);
  INSERT INTO record_version VALUES (0);

  CREATE TABLE session (
    hash text COLLATE "C" NOT NULL PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    csrf_token text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX session_of_user ON session (user_id);
  CREATE INDEX session_expiry ON session (expires_at);

  -- Hot rows that are updated in place: room on their pages keeps the updates out of the indexes.
  CREATE TABLE budget_use (
    budget_id text COLLATE "C" NOT NULL,
    period text COLLATE "C" NOT NULL,
    spent bigint NOT NULL,
    reserved bigint NOT NULL,
    PRIMARY KEY (budget_id, period)
  ) WITH (fillfactor = 50);

  CREATE TABLE rate_bucket (
    token_id text COLLATE "C" NOT NULL,
    bucket bigint NOT NULL,
    last_at bigint NOT NULL,
    requests bigint NOT NULL,
    tokens bigint NOT NULL,
    PRIMARY KEY (token_id, bucket)
  ) WITH (fillfactor = 50);

  CREATE TABLE reservation (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    token_id text COLLATE "C" NOT NULL,
    lease_until bigint NOT NULL,
    told_tokens bigint NOT NULL,
    rate_bucket bigint,
    rate_tokens bigint NOT NULL,
    claims jsonb NOT NULL,
    body text NOT NULL
  );
  CREATE INDEX reservation_lease ON reservation (lease_until);
  CREATE INDEX reservation_token ON reservation (token_id);

  CREATE TABLE usage_record (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id text NOT NULL,
    session_id text,
    token_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C",
    profile_id text COLLATE "C" NOT NULL,
    sector_id text COLLATE "C" NOT NULL,
    app text COLLATE "C" NOT NULL,
    model text COLLATE "C" NOT NULL,
    format text NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    day text COLLATE "C" NOT NULL,
    input_tokens bigint NOT NULL,
    cached_tokens bigint NOT NULL,
    cache_write_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cost bigint NOT NULL,
    usage_source text NOT NULL,
    outcome text NOT NULL,
    status bigint NOT NULL
  );
  CREATE INDEX usage_record_day ON usage_record (day);
  CREATE INDEX usage_record_token ON usage_record (token_id, day);
  CREATE INDEX usage_record_end ON usage_record (ended_at);

  CREATE TABLE audit_event (
    seq bigint PRIMARY KEY,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    body text NOT NULL,
    kind text COLLATE "C" NOT NULL,
    time bigint NOT NULL,
    token_id text COLLATE "C",
    user_id text COLLATE "C",
    app text COLLATE "C",
    model text COLLATE "C",
    search text NOT NULL
  );
  CREATE INDEX audit_event_time ON audit_event (time);
  CREATE INDEX audit_event_kind ON audit_event (kind, seq);

  CREATE TABLE audit_head (seq bigint NOT NULL, hash text NOT NULL) WITH (fillfactor = 50);
  INSERT INTO audit_head VALUES (0, '${chainStart.hash}');

  CREATE TABLE write_check (at bigint NOT NULL);
  INSERT INTO write_check VALUES (0);
`;

/** `budget_use` counts a slice and its spending as reserved. `budget_now`: the budgets without slices. */
export const slices = `
  CREATE TABLE budget_slice (
    budget_id text COLLATE "C" NOT NULL,
    period text COLLATE "C" NOT NULL,
    slot smallint NOT NULL,
    room bigint NOT NULL CHECK (room >= 0),
    spent bigint NOT NULL,
    PRIMARY KEY (budget_id, period, slot)
  ) WITH (fillfactor = 50);

  -- Whether there is a slice of it: few budgets have one.
  ALTER TABLE budget_use ADD COLUMN IF NOT EXISTS is_sliced boolean NOT NULL DEFAULT false;

  CREATE VIEW budget_now AS
    SELECT whole.budget_id, whole.period, whole.spent + slices.spent AS spent,
      whole.reserved - slices.spent - slices.room AS reserved, whole.held_limit
    FROM budget_use AS whole CROSS JOIN LATERAL (
      SELECT coalesce(sum(spent), 0)::bigint AS spent, coalesce(sum(room), 0)::bigint AS room
      FROM budget_slice AS slice
      WHERE whole.is_sliced AND slice.budget_id = whole.budget_id AND slice.period = whole.period
    ) AS slices;

  -- A hub that starts takes the next one.
  CREATE SEQUENCE hub_slot AS smallint MINVALUE 0 MAXVALUE 15 START 0 CYCLE
    OWNED BY budget_slice.slot;
`;
