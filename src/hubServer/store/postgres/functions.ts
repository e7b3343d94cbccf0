import { parallelRetryMs, windowMs } from "../slidingWindow.ts";

/** Separates our advisory locks from other programs' locks in the same database. */
const tokenLocks = 1_634_297_973;

/**
 * Steps that need a single round trip. Each function takes a list, so that a process sends all
 * waiting requests as one transaction. Locks are always taken in the same order (reservations by id,
 * new budgets, tokens by key, and last, as briefly as possible, the budgets by id and period, which
 * all share), so no deadlock can arise. Who holds the audit's head (`auditFunctions.ts`) takes none after it.
 */
export const functions = `
  -- Takes the tokens until the end of the transaction.
  CREATE FUNCTION hub_lock_tokens(tokens text[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(${tokenLocks}, token_key) FROM
      (SELECT DISTINCT hashtext(token) AS token_key FROM unnest(tokens) AS token ORDER BY 1) AS keys;
  END $$;

  -- Makes the rows of the budgets that have none.
  CREATE FUNCTION hub_make_budgets(claims jsonb) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO budget_use (budget_id, period, spent, reserved)
      SELECT DISTINCT claim."budgetId" COLLATE "C", claim.period COLLATE "C", 0, 0
      FROM jsonb_to_recordset(claims) AS claim("budgetId" text, period text)
      WHERE NOT EXISTS (SELECT FROM budget_use
        WHERE budget_id = claim."budgetId" AND budget_use.period = claim.period)
      ORDER BY 1, 2
      ON CONFLICT DO NOTHING;
  END $$;

  -- Takes the rows of the budgets until the end of the transaction.
  CREATE FUNCTION hub_lock_budgets(claims jsonb) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM budget_use
      WHERE (budget_id, period) IN
        (SELECT claim->>'budgetId', claim->>'period' FROM jsonb_array_elements(claims) AS claim)
      ORDER BY budget_id, period FOR UPDATE;
  END $$;

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

  -- How the budgets of these claims stand: [budgetId, period, spent, reserved, limit of a run].
  CREATE FUNCTION hub_budget_states(claims jsonb) RETURNS jsonb LANGUAGE sql AS $$
    SELECT coalesce(jsonb_agg(jsonb_build_array(budget_id, period, spent, reserved, held_limit)), '[]')
    FROM budget_use WHERE (budget_id, period) IN
      (SELECT claim->>'budgetId', claim->>'period' FROM jsonb_array_elements(claims) AS claim)
  $$;
`;
