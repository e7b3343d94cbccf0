import { windowMs } from "../slidingWindow.ts";

const doesNotFit = "AH001";

/**
 * The result equals reserving in sequence. Rows that other hubs wait for are locked last and released before the disk
 * sync.
 */
export const batchFunctions = `
  -- Adds the requests to their tokens' minutes if each has room; returns the use before, or null without room. Hubs
  -- with a shared lock on a token do not see each other's requests of this moment, so half of each limit is left
  -- for them.
  CREATE FUNCTION hub_take_rates(totals jsonb, rate_now bigint, lease_now bigint, my_slot smallint)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    uses jsonb;
    has_room boolean;
  BEGIN
    PERFORM hub_lock_tokens(
        array_agg(token->>'tokenId') FILTER (WHERE NOT token ? 'isShared'),
        array_agg(token->>'tokenId') FILTER (WHERE token ? 'isShared'))
      FROM jsonb_array_elements(totals) AS token;
    SELECT coalesce(jsonb_object_agg("tokenId", jsonb_build_object('now', rate_now,
        'requests', used.requests, 'requestsAt', used.requests_at,
        'completions', used.completions, 'completionsAt', used.completions_at,
        'tokens', used.tokens, 'tokensAt', used.tokens_at, 'open', open - token.requests)), '{}'),
      coalesce(bool_and(coalesce(used.requests + token.requests <= "requestsPerMinute" / part, true)
        AND coalesce(used.completions + token.completions <= "completionsPerMinute" / part, true)
        AND coalesce(used.tokens + token.tokens <= "tokensPerMinute" / part, true)
        AND coalesce(open <= "parallelRequests" / part, true)), true)
      INTO uses, has_room
      FROM jsonb_to_recordset(totals) AS token("tokenId" text, requests bigint, completions bigint,
        tokens bigint, "requestsPerMinute" bigint, "completionsPerMinute" bigint,
        "tokensPerMinute" bigint, "parallelRequests" bigint, "isShared" boolean)
      CROSS JOIN LATERAL (SELECT CASE WHEN "isShared" THEN 2 ELSE 1 END AS part) AS left_for_others
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(bucket.requests), 0) AS requests,
          coalesce(max(last_at) FILTER (WHERE bucket.requests > 0), 0) AS requests_at,
          coalesce(sum(bucket.completions), 0) AS completions,
          coalesce(max(last_at) FILTER (WHERE bucket.completions > 0), 0) AS completions_at,
          coalesce(sum(bucket.tokens), 0) AS tokens,
          coalesce(max(last_at) FILTER (WHERE bucket.tokens > 0), 0) AS tokens_at
        FROM rate_bucket AS bucket WHERE token_id = "tokenId"
          AND last_at > rate_now - ${windowMs} AND last_at <= rate_now + ${windowMs}
      ) AS used
      CROSS JOIN LATERAL (
        -- The count includes the batch's own requests.
        SELECT CASE WHEN "parallelRequests" IS NULL THEN token.requests ELSE
          (SELECT count(*) FROM reservation
            WHERE token_id = "tokenId" AND has_place AND lease_until > lease_now)
          END AS open
      ) AS running;
    IF NOT has_room THEN
      RETURN NULL;
    END IF;
    PERFORM hub_add_rates(totals, rate_now, my_slot);
    RETURN uses;
  END $$;

  -- Grants every request of a batch in full. Returns null, and reserves nothing, if one does not fit or a
  -- reservation has outlived its lease: then the hub decides on each.
  CREATE FUNCTION hub_reserve_batch(batch jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    rate_now bigint := coalesce((batch->>'rateNow')::bigint, hub_now());
    my_slot smallint := (batch->>'slot')::smallint;
    shared jsonb := coalesce(batch->'sharedBudgets', '[]');
    uses jsonb;
    states jsonb;
  BEGIN
    IF EXISTS (SELECT FROM reservation WHERE lease_until <= (batch->>'lastNow')::bigint) THEN
      RETURN NULL;
    END IF;
    PERFORM hub_add_reservations(batch->'reservations', rate_now, my_slot);
    PERFORM hub_make_budgets(batch->'budgets' || shared);
    uses := hub_take_rates(batch->'tokens', rate_now, (batch->>'firstNow')::bigint, my_slot);
    states := CASE WHEN uses IS NOT NULL THEN hub_take_budgets(batch->'budgets', shared, my_slot) END;
    IF states IS NULL THEN
      RAISE SQLSTATE '${doesNotFit}';
    END IF;
    RETURN jsonb_build_object('uses', uses, 'budgets', states);
  EXCEPTION WHEN SQLSTATE '${doesNotFit}' THEN
    RETURN NULL;
  END $$;

  -- Sets options of this transaction: its end, which frees its locks, does not wait for the disk; statements find
  -- their few rows by an index, are planned once for a connection and are not compiled. A plan by statistics, kept
  -- for the connection, would be wrong for a table that was empty then, or is full of deleted rows.
  CREATE FUNCTION hub_begin() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM set_config('synchronous_commit', 'off', true), set_config('jit', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true);
  END $$;

  -- After the transaction that calls this has ended, all earlier writes of all connections are on the disk,
  -- because the log has one order.
  CREATE FUNCTION hub_flush() RETURNS void LANGUAGE sql AS $$
    SELECT pg_logical_emit_message(true, 'ai-hub', '')
  $$;

  -- Each procedure frees its locks, then waits for the disk, then returns its answer.
  ${durably("hub_reserve_now(INOUT answer jsonb, batch jsonb)", "answer := hub_reserve_batch(batch);")}

  ${durably(
    "hub_settle_now(INOUT answer jsonb, ops jsonb)",
    "answer := hub_settle(ops);",
    "PERFORM hub_correct_rates(answer->'corrections');",
  )}

  ${durably("hub_append_now(INOUT answer jsonb, events jsonb)", "answer := hub_append(events);")}
`;

function durably(signature: string, ...steps: readonly string[]): string {
  const transactions = steps.map((step) => `PERFORM hub_begin();\n    ${step}\n    COMMIT;`);
  return `CREATE PROCEDURE ${signature} LANGUAGE plpgsql AS $$
  BEGIN
    ${transactions.join("\n    ")}
    IF answer IS NOT NULL THEN
      PERFORM hub_flush();
    END IF;
  END $$;`;
}
