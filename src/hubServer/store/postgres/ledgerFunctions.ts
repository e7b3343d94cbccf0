import { runPeriod } from "../runTerms.ts";
import { usageColumns } from "../sql/sqlUsage.ts";

export const ledgerFunctions = `
  -- Takes what was granted: budgets, the token's minute, the reservation itself.
  CREATE FUNCTION hub_take(op jsonb, granted bigint, rate_now bigint)
  RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    taken jsonb;
    bucket_key bigint := hub_bucket(rate_now, NULL);
    total bigint := (op->>'inputTokens')::bigint + granted;
    completion bigint := (op->'completionsPerMinute' IS NOT NULL)::integer;
  BEGIN
    SELECT coalesce(jsonb_agg(jsonb_build_object(
        'budgetId', claim->>'budgetId', 'period', claim->>'period', 'unit', claim->>'unit',
        'perToken', claim->'perToken',
        'amount', (claim->>'fixed')::bigint
          + div(granted::numeric * (claim->>'perMillionOutput')::numeric + 999999, 1000000)
      ) ORDER BY place), '[]') INTO taken
      FROM jsonb_array_elements(op->'claims') WITH ORDINALITY AS list(claim, place);
    UPDATE budget_use SET reserved = reserved + (claim->>'amount')::bigint
      FROM jsonb_array_elements(taken) AS claim
      WHERE budget_id = claim->>'budgetId' AND period = claim->>'period';
    IF rate_now IS NOT NULL THEN
      UPDATE rate_bucket SET last_at = greatest(last_at, rate_now), requests = requests + 1,
          completions = completions + completion, tokens = tokens + total
        WHERE token_id = op->>'tokenId' AND bucket = bucket_key;
      IF NOT FOUND THEN
        INSERT INTO rate_bucket (token_id, bucket, last_at, requests, completions, tokens)
          VALUES (op->>'tokenId', bucket_key, rate_now, 1, completion, total);
      END IF;
    END IF;
    INSERT INTO reservation
      (id, token_id, lease_until, told_tokens, rate_bucket, rate_tokens, claims, body)
      VALUES (op->>'id', op->>'tokenId', (op->>'leaseUntil')::bigint, 0, bucket_key, total, taken,
        op->>'body');
  END $$;

  -- Stores a run's limit at its first claim, and replaces it where the claim names the stored one. Answers
  -- the budgets whose first claim it was.
  CREATE FUNCTION hub_hold_run(op jsonb) RETURNS text[] LANGUAGE plpgsql AS $$
  DECLARE
    claim jsonb;
    fresh text[] := '{}';
  BEGIN
    FOR claim IN SELECT * FROM jsonb_array_elements(op->'claims') LOOP
      CONTINUE WHEN NOT claim ? 'run';
      IF NOT EXISTS (SELECT FROM budget_use WHERE budget_id = claim->>'budgetId'
          AND period = claim->>'period' AND held_limit IS NOT NULL) THEN
        fresh := fresh || (claim->>'budgetId');
      END IF;
      INSERT INTO budget_use (budget_id, period, spent, reserved, held_limit, keep_until)
        VALUES (claim->>'budgetId', claim->>'period', 0, 0, (claim->>'limit')::bigint,
          (claim->'run'->>'keepUntil')::bigint)
        ON CONFLICT (budget_id, period) DO UPDATE SET
          held_limit = CASE
            WHEN budget_use.held_limit IS NULL
              OR budget_use.held_limit = (claim->'run'->>'was')::bigint THEN excluded.held_limit
            ELSE budget_use.held_limit END,
          keep_until = greatest(budget_use.keep_until, excluded.keep_until);
    END LOOP;
    RETURN fresh;
  END $$;

  -- A run whose first request is refused leaves nothing: each request may name another run.
  CREATE FUNCTION hub_forget_run(fresh text[]) RETURNS void LANGUAGE sql AS $$
    UPDATE budget_use SET held_limit = NULL, keep_until = NULL
      WHERE period = '${runPeriod}' AND budget_id = ANY (fresh)
  $$;

  CREATE FUNCTION hub_reserve_one(op jsonb, all_claims jsonb, caller_clock boolean)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    lease_now bigint := (op->>'now')::bigint;
    rate_now bigint;
    rate_use jsonb;
    refusal jsonb;
    decision jsonb;
    wished bigint := (op->>'outputTokens')::bigint;
    fresh text[] := '{}';
  BEGIN
    IF (op->>'isOfRun')::boolean THEN
      fresh := hub_hold_run(op);
    END IF;
    IF (op->>'isLimited')::boolean THEN
      rate_now := CASE WHEN caller_clock THEN lease_now ELSE hub_now() END;
      rate_use := hub_rate_use(op->>'tokenId', rate_now,
        CASE WHEN op ? 'parallelRequests' THEN lease_now END);
      refusal := hub_refusal_by_rate(op, rate_use);
      IF refusal IS NOT NULL THEN
        PERFORM hub_forget_run(fresh);
        RETURN jsonb_build_object('refusal', refusal, 'use', rate_use);
      END IF;
      -- least() leaves out a limit that is not there.
      wished := least(wished, (op->>'tokensPerMinute')::bigint - (rate_use->>'tokens')::bigint
        - (op->>'inputTokens')::bigint);
    END IF;
    decision := hub_grant(op, wished);
    IF (decision->>'granted')::bigint IS DISTINCT FROM wished THEN
      PERFORM hub_free_slices(all_claims);
      decision := hub_grant(op, wished);
    END IF;
    IF decision ? 'granted' THEN
      PERFORM hub_take(op, (decision->>'granted')::bigint, rate_now);
    ELSE
      PERFORM hub_forget_run(fresh);
    END IF;
    RETURN decision || jsonb_build_object('use', rate_use);
  END $$;

  -- Answers null, without taking anything, if there is a reservation that has outlived its lease.
  CREATE FUNCTION hub_reserve(ops jsonb, caller_clock boolean, heeds_leases boolean)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    op jsonb;
    all_claims jsonb;
    states jsonb;
    results jsonb := '[]';
  BEGIN
    IF heeds_leases AND EXISTS (SELECT FROM reservation WHERE lease_until <=
        (SELECT max((item->>'now')::bigint) FROM jsonb_array_elements(ops) AS item)) THEN
      RETURN NULL;
    END IF;
    SELECT coalesce(jsonb_agg(claim), '[]') INTO all_claims
      FROM jsonb_array_elements(ops) AS item, jsonb_array_elements(item->'claims') AS claim;
    PERFORM hub_make_budgets(all_claims);
    PERFORM hub_lock_tokens((SELECT array_agg(item->>'tokenId')
      FROM jsonb_array_elements(ops) AS item WHERE (item->>'isLimited')::boolean));
    PERFORM hub_lock_budgets(all_claims);
    FOR op IN SELECT * FROM jsonb_array_elements(ops) LOOP
      results := results || jsonb_build_array(hub_reserve_one(op, all_claims, caller_clock));
    END LOOP;
    states := hub_budget_states(all_claims);
    DELETE FROM budget_use WHERE period = '${runPeriod}' AND held_limit IS NULL
      AND spent = 0 AND reserved = 0 AND budget_id IN
        (SELECT claim->>'budgetId' FROM jsonb_array_elements(all_claims) AS claim
          WHERE claim->>'period' = '${runPeriod}');
    RETURN jsonb_build_object('results', results, 'budgets', states);
  END $$;

  -- The reservations of a list that can be settled, each once, locked: with its place in the list.
  CREATE FUNCTION hub_held(ops jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    RETURN (SELECT coalesce(jsonb_agg(to_jsonb(locked) ORDER BY place), '[]') FROM (
      SELECT place, id, token_id, rate_bucket, tokens - rate_tokens AS correction, claims, cost, tokens
      FROM (
        SELECT DISTINCT ON (op->>'id') place, op->>'id' AS wanted_id, (op->>'cost')::bigint AS cost,
          (op->>'tokens')::bigint AS tokens, (op->>'expiredAt')::bigint AS expired_at
        FROM jsonb_array_elements(ops) WITH ORDINALITY AS list(op, place)
        ORDER BY op->>'id', place
      ) AS wanted JOIN reservation ON id = wanted_id
      WHERE expired_at IS NULL OR lease_until <= expired_at
      ORDER BY id FOR UPDATE OF reservation
    ) AS locked);
  END $$;

  -- What these reservations took from each budget, and what they used of it: apart for budgets that many share.
  CREATE FUNCTION hub_used(held jsonb, OUT own jsonb, OUT shared jsonb) LANGUAGE plpgsql AS $$
  BEGIN
    SELECT coalesce(jsonb_agg(to_jsonb(total)) FILTER (WHERE NOT is_shared), '[]'),
        coalesce(jsonb_agg(to_jsonb(total)) FILTER (WHERE is_shared), '[]')
      INTO own, shared FROM (
        SELECT claim->>'budgetId' AS "budgetId", claim->>'period' AS period,
          sum((claim->>'amount')::bigint) AS amount,
          sum(CASE WHEN claim->>'perToken' IS NULL
            THEN (item->>CASE claim->>'unit' WHEN 'money' THEN 'cost' ELSE 'tokens' END)::bigint
            ELSE (item->>'tokens')::bigint * (claim->>'perToken')::bigint END) AS used,
          bool_or(claim ? 'isShared') AS is_shared
        FROM jsonb_array_elements(held) AS item, jsonb_array_elements(item->'claims') AS claim
        GROUP BY 1, 2
      ) AS total;
  END $$;

  -- Corrects the tokens of minutes from what was reserved to what was used.
  CREATE FUNCTION hub_correct_rates(corrections jsonb) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM hub_lock_tokens('{}', (SELECT array_agg(item->>'token_id')
      FROM jsonb_array_elements(corrections) AS item));
    PERFORM 1 FROM rate_bucket WHERE (token_id, bucket) IN
        (SELECT item->>'token_id', (item->>'rate_bucket')::bigint FROM jsonb_array_elements(corrections) AS item)
      ORDER BY token_id, bucket FOR UPDATE;
    UPDATE rate_bucket SET tokens = greatest(0, tokens + correction)
      FROM jsonb_to_recordset(corrections)
        AS total(token_id text, rate_bucket bigint, correction bigint)
      WHERE rate_bucket.token_id = total.token_id AND bucket = total.rate_bucket;
  END $$;

  -- Settles a list at once; answers the places of those that were there, how the budgets stand, and what is left
  -- for hub_correct_rates, in a transaction of its own: its tokens wait for nothing else. If a crash of the
  -- database comes between, the minute keeps what was reserved.
  CREATE FUNCTION hub_settle(ops jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    held jsonb := hub_held(ops);
    settled bigint[] := ARRAY(SELECT (item->>'place')::bigint FROM jsonb_array_elements(held) AS item);
    own jsonb;
    shared jsonb;
    corrections jsonb;
    events jsonb;
    states jsonb;
  BEGIN
    IF held = '[]' THEN
      RETURN '{"settled": [], "budgets": [], "corrections": []}';
    END IF;
    SELECT * INTO own, shared FROM hub_used(held);
    PERFORM hub_make_budgets(own || shared);
    DELETE FROM reservation
      WHERE id IN (SELECT item->>'id' FROM jsonb_array_elements(held) AS item);
    INSERT INTO usage_record (${usageColumns}) SELECT ${usageColumns}
      FROM jsonb_array_elements(ops) WITH ORDINALITY AS list(op, place),
        jsonb_to_record(op->'usage') AS u(
          request_id text, session_id text, token_id text, user_id text, profile_id text,
          sector_id text, app text, model text, format text, started_at bigint, ended_at bigint,
          day text, input_tokens bigint, cached_tokens bigint, cache_write_tokens bigint,
          output_tokens bigint, cost bigint, usage_source text, outcome text, status bigint,
          run_id text)
      WHERE place = ANY (settled) ORDER BY place;
    SELECT jsonb_agg(event ORDER BY place, number) INTO events
      FROM jsonb_array_elements(ops) WITH ORDINALITY AS list(op, place),
        jsonb_array_elements(op->'events') WITH ORDINALITY AS of_op(event, number)
      WHERE place = ANY (settled);
    SELECT coalesce(jsonb_agg(to_jsonb(total)), '[]') INTO corrections FROM (
      SELECT item->>'token_id' AS token_id, (item->>'rate_bucket')::bigint AS rate_bucket,
        sum((item->>'correction')::bigint) AS correction
      FROM jsonb_array_elements(held) AS item WHERE item->>'rate_bucket' IS NOT NULL GROUP BY 1, 2
    ) AS total;
    states := hub_spend(own, shared, (ops->0->>'slot')::smallint);
    -- Nobody else is there to wait for the audit's head.
    IF (ops->0->>'isAlone')::boolean THEN
      PERFORM hub_append(events);
    ELSE
      PERFORM hub_append_later(events);
    END IF;
    RETURN jsonb_build_object('settled', settled, 'budgets', states, 'corrections', corrections);
  END $$;
`;
