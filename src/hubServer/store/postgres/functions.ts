import { bucketMs, windowMs } from "../slidingWindow.ts";

/** Number of hubs with rows of their own in shared tables; more hubs share slots. */
const slots = 16;

const tokenLocks = 1_634_297_973;

/**
 * Order of locks, against deadlocks: reservations by id, new budgets, tokens by key, their seconds, shared budgets by
 * id and period, their slices. The holder of the audit's head takes no lock after it.
 */
export const functions = `
  -- Locks the tokens until the end of the transaction; those of the second list with a shared lock.
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

  -- The number of a token's second; each hub has a row of its own for it.
  CREATE FUNCTION hub_bucket(rate_now bigint, my_slot smallint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT rate_now / ${bucketMs} * ${slots + 1} + coalesce(my_slot, ${slots})
  $$;

  -- Deletes seconds of tokens before the last minute, except those that a settlement has locked.
  CREATE FUNCTION hub_forget_rates(rate_now bigint) RETURNS void LANGUAGE sql AS $$
    DELETE FROM rate_bucket WHERE (token_id, bucket) IN (SELECT token_id, bucket FROM rate_bucket
      WHERE last_at <= rate_now - ${windowMs} OR last_at > rate_now + ${windowMs}
      FOR UPDATE SKIP LOCKED)
  $$;

  CREATE FUNCTION hub_now() RETURNS bigint LANGUAGE sql AS $$
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
  $$;

  -- The seconds of a token, and the number of its open requests; 0 if lease_now is null.
  CREATE FUNCTION hub_token_use(of_token text, lease_now bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    RETURN jsonb_build_object('now', hub_now(),
      'open', CASE WHEN lease_now IS NULL THEN 0 ELSE (SELECT count(*) FROM reservation
        WHERE token_id = of_token AND has_place AND lease_until > lease_now) END,
      'seconds', (SELECT coalesce(jsonb_agg(jsonb_build_object('lastAt', last_at, 'requests', requests,
          'completions', completions, 'tokens', tokens)), '[]')
        FROM rate_bucket WHERE token_id = of_token));
  END $$;
`;
