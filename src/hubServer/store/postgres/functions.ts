import { bucketMs, parallelRetryMs, windowMs } from "../slidingWindow.ts";

/** Number of hubs with rows of their own in shared tables; more hubs share slots. */
const slots = 16;

const tokenLocks = 1_634_297_973;

/**
 * Order of locks, against deadlocks: reservations by id, new budgets, tokens by key, their seconds, shared budgets by
 * id and period, their slices. The holder of the audit's head takes no lock after it.
 */
export const functions = `
  -- Takes the tokens until the end of the transaction; those of the second list together with others that do so.
  CREATE FUNCTION hub_lock_tokens(tokens text[], shared text[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM CASE WHEN is_alone THEN pg_advisory_xact_lock(${tokenLocks}, token_key)::text
        ELSE pg_advisory_xact_lock_shared(${tokenLocks}, token_key)::text END
      FROM (
        SELECT hashtext(token) AS token_key, bool_or(is_alone) AS is_alone FROM (
          SELECT token, true AS is_alone FROM unnest(tokens) AS token
          UNION ALL SELECT token, false FROM unnest(shared) AS token
        ) AS wanted GROUP BY 1 ORDER BY 1
      ) AS keys;
  END $$;

  -- The row of a token's second, of which each hub has its own.
  CREATE FUNCTION hub_bucket(rate_now bigint, my_slot smallint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT rate_now / ${bucketMs} * ${slots + 1} + coalesce(my_slot, ${slots})
  $$;

  -- Milliseconds until so much of one of a token's counts has left the window.
  CREATE FUNCTION hub_wait(of_token text, counted text, excess bigint, rate_now bigint)
  RETURNS bigint LANGUAGE sql AS $$
    SELECT coalesce(min(last_at) + ${windowMs} - rate_now, ${windowMs}) FROM (
      SELECT last_at, sum(CASE counted WHEN 'tokens' THEN tokens
          WHEN 'completions' THEN completions ELSE requests END)
        OVER (ORDER BY last_at ROWS UNBOUNDED PRECEDING) AS freed
      FROM rate_bucket WHERE token_id = of_token
        AND last_at > rate_now - ${windowMs} AND last_at <= rate_now + ${windowMs}
    ) AS bucket WHERE freed >= excess
  $$;

  -- What a token had in the last minute, and how many requests it has under way unless lease_now is null.
  CREATE FUNCTION hub_rate_use(of_token text, rate_now bigint, lease_now bigint)
  RETURNS jsonb LANGUAGE sql AS $$
    SELECT jsonb_build_object(
      'now', rate_now,
      'requests', coalesce(sum(requests), 0),
      'requestsAt', coalesce(max(last_at) FILTER (WHERE requests > 0), 0),
      'completions', coalesce(sum(completions), 0),
      'completionsAt', coalesce(max(last_at) FILTER (WHERE completions > 0), 0),
      'tokens', coalesce(sum(tokens), 0),
      'tokensAt', coalesce(max(last_at) FILTER (WHERE tokens > 0), 0),
      'open', CASE WHEN lease_now IS NULL THEN 0 ELSE (SELECT count(*) FROM reservation
        WHERE token_id = of_token AND lease_until > lease_now) END)
    FROM rate_bucket WHERE token_id = of_token
      AND last_at > rate_now - ${windowMs} AND last_at <= rate_now + ${windowMs}
  $$;

  -- Forgets what tokens had before the last minute; leaves what a settlement is correcting to the next time.
  CREATE FUNCTION hub_forget_rates(rate_now bigint) RETURNS void LANGUAGE sql AS $$
    DELETE FROM rate_bucket WHERE (token_id, bucket) IN (SELECT token_id, bucket FROM rate_bucket
      WHERE last_at <= rate_now - ${windowMs} OR last_at > rate_now + ${windowMs}
      FOR UPDATE SKIP LOCKED)
  $$;

  CREATE FUNCTION hub_now() RETURNS bigint LANGUAGE sql AS $$
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
  $$;

  -- The rule for the rates of one request: null, or [limit, retryAfterMs].
  CREATE FUNCTION hub_refusal_by_rate(op jsonb, rate_use jsonb)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    per_minute bigint := (op->>'requestsPerMinute')::bigint;
    token_limit bigint := (op->>'tokensPerMinute')::bigint;
    parallel bigint := (op->>'parallelRequests')::bigint;
    input bigint := (op->>'inputTokens')::bigint;
    rate_now bigint := (rate_use->>'now')::bigint;
    excess bigint;
  BEGIN
    excess := (rate_use->>'completions')::bigint + 1 - (op->>'completionsPerMinute')::bigint;
    IF excess > 0 THEN
      RETURN jsonb_build_array('completions',
        hub_wait(op->>'tokenId', 'completions', excess, rate_now));
    END IF;
    excess := (rate_use->>'requests')::bigint + 1 - per_minute;
    IF excess > 0 THEN
      RETURN jsonb_build_array('requests', hub_wait(op->>'tokenId', 'requests', excess, rate_now));
    END IF;
    excess := (rate_use->>'tokens')::bigint - token_limit + input
      + least((op->>'outputTokens')::bigint, greatest(1, (token_limit - input) / 4));
    IF excess > 0 THEN
      RETURN jsonb_build_array('tokens', hub_wait(op->>'tokenId', 'tokens', excess, rate_now));
    END IF;
    IF (rate_use->>'open')::bigint >= parallel THEN
      RETURN jsonb_build_array('parallel', ${parallelRetryMs});
    END IF;
    RETURN NULL;
  END $$;

  -- The rule for the budgets: {"granted": tokens}, or {"tightest": index of the claim}.
  CREATE FUNCTION hub_grant(op jsonb, wished bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    item record;
    remaining bigint;
    affordable numeric;
    granted numeric := wished;
    tightest bigint;
  BEGIN
    FOR item IN
      SELECT claim, place, spent, reserved,
        -- least() leaves out a limit that is not there.
        least(coalesce(held_limit, (claim->>'limit')::bigint),
          (claim->'run'->>'most')::bigint) AS spending_limit
      FROM jsonb_array_elements(op->'claims') WITH ORDINALITY AS list(claim, place)
      JOIN budget_use ON budget_id = claim->>'budgetId' AND period = claim->>'period'
      ORDER BY place
    LOOP
      remaining := item.spending_limit - item.spent - item.reserved
        - (item.claim->>'fixed')::bigint;
      affordable := CASE
        WHEN remaining < 0 THEN -1
        WHEN (item.claim->>'perMillionOutput')::bigint = 0 THEN ${Number.MAX_SAFE_INTEGER}
        ELSE div(remaining::numeric * 1000000, (item.claim->>'perMillionOutput')::numeric)
      END;
      IF affordable < granted THEN
        granted := affordable;
        tightest := item.place - 1;
      END IF;
    END LOOP;
    IF tightest IS NOT NULL AND granted < least(wished, 1) THEN
      RETURN jsonb_build_object('tightest', tightest);
    END IF;
    RETURN jsonb_build_object('granted', granted::bigint);
  END $$;
`;
