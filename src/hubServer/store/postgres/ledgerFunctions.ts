import { bucketMs, windowMs } from "../slidingWindow.ts";
import { usageColumns } from "../sqlUsage.ts";

/** Reserve and settle, each a list at a time; see `functions.ts` for the order of locks. */
export const ledgerFunctions = `
  -- Takes what was granted: budgets, the token's minute, the reservation itself; answers the claims taken.
  CREATE FUNCTION hub_take(op jsonb, granted bigint, rate_now bigint)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    taken jsonb;
    bucket_key bigint := floor(rate_now / ${bucketMs});
    total bigint := (op->>'inputTokens')::bigint + granted;
  BEGIN
    SELECT coalesce(jsonb_agg(jsonb_build_object(
        'budgetId', claim->>'budgetId', 'period', claim->>'period', 'unit', claim->>'unit',
        'amount', (claim->>'fixed')::bigint
          + div(granted::numeric * (claim->>'perMillionOutput')::numeric + 999999, 1000000)
      ) ORDER BY place), '[]') INTO taken
      FROM jsonb_array_elements(op->'claims') WITH ORDINALITY AS list(claim, place);
    UPDATE budget_use SET reserved = reserved + (claim->>'amount')::bigint
      FROM jsonb_array_elements(taken) AS claim
      WHERE budget_id = claim->>'budgetId' AND period = claim->>'period';
    IF rate_now IS NOT NULL THEN
      INSERT INTO rate_bucket AS b (token_id, bucket, last_at, requests, tokens)
        VALUES (op->>'tokenId', bucket_key, rate_now, 1, total)
        ON CONFLICT (token_id, bucket) DO UPDATE
        SET last_at = greatest(b.last_at, excluded.last_at), requests = b.requests + 1,
          tokens = b.tokens + excluded.tokens;
      DELETE FROM rate_bucket WHERE token_id = op->>'tokenId'
        AND (last_at <= rate_now - ${windowMs} OR last_at > rate_now + ${windowMs});
    END IF;
    INSERT INTO reservation
      (id, token_id, lease_until, told_tokens, rate_bucket, rate_tokens, claims, body)
      VALUES (op->>'id', op->>'tokenId', (op->>'leaseUntil')::bigint, 0, bucket_key, total, taken,
        op->>'body');
    RETURN taken;
  END $$;

  CREATE FUNCTION hub_reserve_one(op jsonb, caller_clock boolean)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    lease_now bigint := (op->>'now')::bigint;
    rate_now bigint;
    rate_use jsonb;
    refusal jsonb;
    decision jsonb;
    wished bigint := (op->>'outputTokens')::bigint;
  BEGIN
    IF (op->>'isLimited')::boolean THEN
      rate_now := CASE WHEN caller_clock THEN lease_now ELSE hub_now() END;
      rate_use := hub_rate_use(op->>'tokenId', rate_now, lease_now);
      refusal := hub_refusal_by_rate(op, rate_use);
      IF refusal IS NOT NULL THEN
        RETURN jsonb_build_object('refusal', refusal, 'use', rate_use);
      END IF;
      -- least() leaves out a limit that is not there.
      wished := least(wished, (op->>'tokensPerMinute')::bigint - (rate_use->>'tokens')::bigint
        - (op->>'inputTokens')::bigint);
    END IF;
    decision := hub_grant(op, wished);
    IF decision ? 'granted' THEN
      PERFORM hub_take(op, (decision->>'granted')::bigint, rate_now);
    END IF;
    RETURN decision || jsonb_build_object('use', rate_use,
      'budgets', hub_budget_states(op->'claims'));
  END $$;

  -- Answers null, without taking anything, if there is a reservation that has outlived its lease.
  CREATE FUNCTION hub_reserve(ops jsonb, caller_clock boolean, heeds_leases boolean)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    op jsonb;
    results jsonb := '[]';
  BEGIN
    IF heeds_leases AND EXISTS (SELECT FROM reservation WHERE lease_until <=
        (SELECT max((item->>'now')::bigint) FROM jsonb_array_elements(ops) AS item)) THEN
      RETURN NULL;
    END IF;
    PERFORM hub_lock(
      (SELECT array_agg(item->>'tokenId') FROM jsonb_array_elements(ops) AS item
        WHERE (item->>'isLimited')::boolean),
      (SELECT coalesce(jsonb_agg(claim), '[]') FROM jsonb_array_elements(ops) AS item,
        jsonb_array_elements(item->'claims') AS claim));
    FOR op IN SELECT * FROM jsonb_array_elements(ops) LOOP
      results := results || jsonb_build_array(hub_reserve_one(op, caller_clock));
    END LOOP;
    RETURN results;
  END $$;

  -- Answers the states of its budgets, or null if there is no such reservation (any more).
  CREATE FUNCTION hub_settle_one(op jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    held reservation;
  BEGIN
    DELETE FROM reservation WHERE id = op->>'id'
      AND (op->'expiredAt' IS NULL OR lease_until <= (op->>'expiredAt')::bigint)
      RETURNING * INTO held;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
    UPDATE budget_use SET reserved = reserved - (claim->>'amount')::bigint,
        spent = spent + CASE claim->>'unit' WHEN 'money' THEN (op->>'cost')::bigint
          ELSE (op->>'tokens')::bigint END
      FROM jsonb_array_elements(held.claims) AS claim
      WHERE budget_id = claim->>'budgetId' AND period = claim->>'period';
    UPDATE rate_bucket
      SET tokens = greatest(0, tokens + (op->>'tokens')::bigint - held.rate_tokens)
      WHERE token_id = held.token_id AND bucket = held.rate_bucket;
    INSERT INTO usage_record (${usageColumns}) SELECT ${usageColumns}
      FROM jsonb_to_record(op->'usage') AS u(
        request_id text, session_id text, token_id text, user_id text, profile_id text,
        sector_id text, app text, model text, format text, started_at bigint, ended_at bigint,
        day text, input_tokens bigint, cached_tokens bigint, cache_write_tokens bigint,
        output_tokens bigint, cost bigint, usage_source text, outcome text, status bigint);
    RETURN hub_budget_states(held.claims);
  END $$;

  CREATE FUNCTION hub_settle(ops jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    op jsonb;
    result jsonb;
    results jsonb := '[]';
    events jsonb := '[]';
    token_ids text[];
    all_claims jsonb;
  BEGIN
    PERFORM 1 FROM reservation
      WHERE id IN (SELECT item->>'id' FROM jsonb_array_elements(ops) AS item)
      ORDER BY id FOR UPDATE;
    SELECT array_agg(token_id) FILTER (WHERE rate_bucket IS NOT NULL)
      INTO token_ids FROM reservation
      WHERE id IN (SELECT item->>'id' FROM jsonb_array_elements(ops) AS item);
    SELECT coalesce(jsonb_agg(claim), '[]') INTO all_claims
      FROM reservation, jsonb_array_elements(claims) AS claim
      WHERE id IN (SELECT item->>'id' FROM jsonb_array_elements(ops) AS item);
    PERFORM hub_lock(token_ids, all_claims);
    FOR op IN SELECT * FROM jsonb_array_elements(ops) LOOP
      result := hub_settle_one(op);
      results := results || jsonb_build_array(result);
      IF result IS NOT NULL THEN
        events := events || (op->'events');
      END IF;
    END LOOP;
    IF events <> '[]' THEN
      PERFORM hub_append(events);
    END IF;
    RETURN results;
  END $$;
`;
