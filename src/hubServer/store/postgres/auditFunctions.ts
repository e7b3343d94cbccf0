const pageSize = 500;

/**
 * A settlement writes its events to `audit_pending`, so no request waits for the audit's head. The head's next holder
 * chains them first.
 */
export const auditFunctions = `
  -- Adds events at the end of the chain, whose head the caller has locked; returns the hash before them, then that
  -- of each.
  CREATE FUNCTION hub_chain(events jsonb[]) RETURNS text[] LANGUAGE plpgsql AS $$
  DECLARE
    head_seq bigint;
    last_hash text;
    hashes text[];
    event jsonb;
    body text;
    bodies text[] := '{}';
  BEGIN
    SELECT seq, hash INTO STRICT head_seq, last_hash FROM audit_head;
    hashes := ARRAY[last_hash];
    FOREACH event IN ARRAY events LOOP
      body := concat(event->>'before', head_seq + cardinality(hashes), event->>'after');
      last_hash := encode(sha256(convert_to(last_hash || body, 'UTF8')), 'hex');
      bodies := bodies || body;
      hashes := hashes || last_hash;
    END LOOP;
    INSERT INTO audit_event
      (seq, prev_hash, hash, body, kind, time, token_id, user_id, run_id, app, model, search)
      SELECT head_seq + place, hash_before, own_hash, own_body, item->>'kind', (item->>'time')::bigint,
        item->>'tokenId', item->>'userId', item->>'runId', item->>'app', item->>'model', item->>'search'
      FROM unnest(events, bodies, hashes[:cardinality(events)], hashes[2:])
        WITH ORDINALITY AS list(item, own_body, hash_before, own_hash, place);
    UPDATE audit_head SET seq = head_seq + cardinality(events), hash = last_hash;
    RETURN hashes;
  END $$;

  -- Removes the oldest pending events and returns them: at most so many, or all if null. The caller has locked the
  -- head, so no other transaction takes them.
  CREATE FUNCTION hub_take_pending(most bigint) RETURNS jsonb[] LANGUAGE plpgsql AS $$
  DECLARE
    taken jsonb[];
  BEGIN
    WITH gone AS (
      DELETE FROM audit_pending
        WHERE id <= (SELECT max(id) FROM (SELECT id FROM audit_pending ORDER BY id LIMIT most) AS page)
        RETURNING id, event
    ) SELECT coalesce(array_agg(event ORDER BY id), '{}') INTO taken FROM gone;
    RETURN taken;
  END $$;

  -- Chains all pending events, then these; returns [seq, prevHash, hash] of each of these.
  CREATE FUNCTION hub_append(events jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    head_seq bigint;
    pending jsonb[];
    own jsonb[] := ARRAY(SELECT jsonb_array_elements(events));
    hashes text[];
  BEGIN
    SELECT seq INTO STRICT head_seq FROM audit_head FOR UPDATE;
    pending := hub_take_pending(NULL);
    hashes := hub_chain(pending || own);
    RETURN (SELECT coalesce(jsonb_agg(
        jsonb_build_array(head_seq + place, hashes[place], hashes[place + 1]) ORDER BY place), '[]')
      FROM generate_series(cardinality(pending) + 1, cardinality(pending) + cardinality(own)) AS place);
  END $$;

  -- Stores pending events, which are chained later. Fails, as hub_append does, if the chain has an event after its
  -- head.
  CREATE FUNCTION hub_append_later(events jsonb) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    is_taken boolean;
  BEGIN
    -- One statement, so that an event and a head that moves on to it are seen together.
    SELECT EXISTS (SELECT FROM audit_event WHERE seq > head.seq) INTO STRICT is_taken FROM audit_head AS head;
    IF is_taken THEN
      RAISE unique_violation USING TABLE = 'audit_event';
    END IF;
    INSERT INTO audit_pending (event)
      SELECT event FROM jsonb_array_elements(events) WITH ORDINALITY AS list(event, place) ORDER BY place;
  END $$;

  -- Chains a page of pending events and returns their number; null if the head is locked and waits is false.
  CREATE FUNCTION hub_enter_page(waits boolean) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    pending jsonb[];
  BEGIN
    -- This still sees events that another transaction has taken without a commit; with waits, it waits for that.
    IF NOT EXISTS (SELECT FROM audit_pending) THEN
      RETURN 0;
    END IF;
    IF waits THEN
      PERFORM FROM audit_head FOR UPDATE;
    ELSE
      PERFORM FROM audit_head FOR UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        RETURN NULL;
      END IF;
    END IF;
    pending := hub_take_pending(${pageSize});
    PERFORM hub_chain(pending);
    RETURN cardinality(pending);
  END $$;

  -- Chains the pending events page by page, each in a transaction; returns false if another one had locked the head.
  -- Does not wait for the disk: after a crash that loses a page, its events are pending again.
  CREATE PROCEDURE hub_enter_now(INOUT answer jsonb, waits boolean) LANGUAGE plpgsql AS $$
  DECLARE
    entered bigint;
  BEGIN
    LOOP
      PERFORM hub_begin();
      entered := hub_enter_page(waits);
      COMMIT;
      EXIT WHEN entered IS NULL OR entered < ${pageSize};
    END LOOP;
    answer := to_jsonb(entered IS NOT NULL);
  END $$;
`;
