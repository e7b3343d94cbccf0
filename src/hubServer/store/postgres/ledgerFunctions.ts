import { runPeriod } from "../runTerms.ts";
import { usageColumns } from "../sql/sqlUsage.ts";
import { ofClaims } from "./budgetFunctions.ts";

export const ledgerFunctions = `
  -- Locks the tokens and budgets of these requests until the end of the transaction, and returns their state.
  -- Returns null, and locks nothing, if there is a reservation that has outlived its lease.
  CREATE FUNCTION hub_look(wanted jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    claims jsonb := wanted->'claims';
  BEGIN
    IF EXISTS (SELECT FROM reservation WHERE lease_until <= (wanted->>'heedsLeasesUntil')::bigint) THEN
      RETURN NULL;
    END IF;
    PERFORM hub_make_budgets(claims);
    PERFORM hub_lock_tokens(ARRAY(SELECT token->>'id' FROM jsonb_array_elements(wanted->'tokens') AS token));
    PERFORM hub_lock_budgets(claims);
    RETURN jsonb_build_object(
      'budgets', (SELECT coalesce(jsonb_agg(to_jsonb(budget_use)), '[]') FROM budget_use WHERE ${ofClaims}),
      'tokens', (SELECT coalesce(jsonb_object_agg(token->>'id',
          hub_token_use(token->>'id', (token->>'leaseNow')::bigint)), '{}')
        FROM jsonb_array_elements(wanted->'tokens') AS token));
  END $$;

  CREATE FUNCTION hub_add_reservations(reservations jsonb, rate_now bigint, my_slot smallint)
  RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO reservation
      (id, token_id, lease_until, told_tokens, rate_bucket, rate_tokens, claims, body)
      SELECT id, "tokenId", "leaseUntil", 0,
        CASE WHEN "isLimited" THEN hub_bucket(coalesce("rateNow", rate_now), my_slot) END, tokens, claims, body
      FROM jsonb_to_recordset(reservations) AS one(id text, "tokenId" text, "leaseUntil" bigint,
        "isLimited" boolean, "rateNow" bigint, tokens bigint, claims jsonb, body text)
      ORDER BY id;
  END $$;

  -- Adds these requests to the rows of their tokens' seconds.
  CREATE FUNCTION hub_add_rates(totals jsonb, rate_now bigint, my_slot smallint)
  RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO rate_bucket (token_id, bucket, last_at, requests, completions, tokens)
      SELECT "tokenId", bucket, max(at), sum(requests), sum(completions), sum(tokens)
      FROM jsonb_to_recordset(totals)
        AS token("tokenId" text, "rateNow" bigint, requests bigint, completions bigint, tokens bigint)
      CROSS JOIN LATERAL (SELECT coalesce("rateNow", rate_now) AS at) AS clock
      CROSS JOIN LATERAL (SELECT hub_bucket(at, my_slot) AS bucket) AS second
      GROUP BY "tokenId", bucket ORDER BY "tokenId" COLLATE "C", bucket
      ON CONFLICT (token_id, bucket) DO UPDATE SET
        last_at = greatest(rate_bucket.last_at, excluded.last_at),
        requests = rate_bucket.requests + excluded.requests,
        completions = rate_bucket.completions + excluded.completions,
        tokens = rate_bucket.tokens + excluded.tokens;
  END $$;

  -- Writes the decisions on the rows that hub_look locked: budgets, rates and reservations. Returns the state of
  -- the budgets.
  CREATE FUNCTION hub_write(decided jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    states jsonb;
  BEGIN
    UPDATE budget_use SET reserved = own.reserved, held_limit = own.held_limit, keep_until = own.keep_until
      FROM jsonb_to_recordset(decided->'budgets') AS own(budget_id text, period text, reserved bigint,
        held_limit bigint, keep_until bigint)
      WHERE budget_use.budget_id = own.budget_id AND budget_use.period = own.period;
    PERFORM hub_add_rates(decided->'rates', NULL, NULL);
    PERFORM hub_add_reservations(decided->'reservations', NULL, NULL);
    states := hub_budget_states(decided->'claims');
    DELETE FROM budget_use WHERE period = '${runPeriod}' AND held_limit IS NULL
      AND spent = 0 AND reserved = 0 AND budget_id IN
        (SELECT claim->>'budgetId' FROM jsonb_array_elements(decided->'claims') AS claim
          WHERE claim->>'period' = '${runPeriod}');
    RETURN states;
  END $$;

  -- Locks the reservations of a list that can be settled, and returns each once, with its place in the list.
  CREATE FUNCTION hub_held(ops jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    RETURN (SELECT coalesce(jsonb_agg(to_jsonb(locked) ORDER BY place), '[]') FROM (
      SELECT place, id, token_id, rate_bucket, tokens - rate_tokens AS correction, claims || joined AS claims,
        cost, tokens
      FROM (
        SELECT DISTINCT ON (op->>'id') place, op->>'id' AS wanted_id, (op->>'cost')::bigint AS cost,
          (op->>'tokens')::bigint AS tokens, coalesce(op->'joined', '[]') AS joined,
          (op->>'expiredAt')::bigint AS expired_at
        FROM jsonb_array_elements(ops) WITH ORDINALITY AS list(op, place)
        ORDER BY op->>'id', place
      ) AS wanted JOIN reservation ON id = wanted_id
      WHERE expired_at IS NULL OR lease_until <= expired_at
      ORDER BY id FOR UPDATE OF reservation
    ) AS locked);
  END $$;

  -- The reserved and the used amount of each budget of these reservations; shared budgets in a list of their own.
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

  -- Corrects the tokens of minutes from the reserved to the used number.
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

  -- Settles a list at once. Returns the places of the reservations that existed, the state of the budgets, and the
  -- corrections for hub_correct_rates. These get a transaction of their own, which locks nothing but tokens; after a
  -- crash of the database between the two, the minute keeps the reserved number.
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
    -- No other hub waits for the audit's head.
    IF (ops->0->>'isAlone')::boolean THEN
      PERFORM hub_append(events);
    ELSE
      PERFORM hub_append_later(events);
    END IF;
    RETURN jsonb_build_object('settled', settled, 'budgets', states, 'corrections', corrections);
  END $$;
`;
