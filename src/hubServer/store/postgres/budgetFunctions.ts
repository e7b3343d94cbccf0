/** A slice has room for this many more batches, but at most this fraction of the rest. */
const roomFor = 32;

/** A condition on a budget's row, for a variable `claims`. */
export const ofClaims = `(budget_id, period) IN
        (SELECT claim->>'budgetId', claim->>'period' FROM jsonb_array_elements(claims) AS claim)`;

const ownState = "budget_use.budget_id, budget_use.period, spent, reserved, held_limit, is_sliced";

const states = `
      coalesce(jsonb_agg(jsonb_build_array(budget_id, period, spent, reserved, held_limit))
        FILTER (WHERE NOT is_sliced), '[]'),
      coalesce(jsonb_agg(jsonb_build_object('budgetId', budget_id, 'period', period))
        FILTER (WHERE is_sliced), '[]')`;

/**
 * A hub takes from its slice without waiting for others. The budget's row counts slices as reserved, so they never pass
 * a limit. If the rest is too small, all slices are returned first, those of stopped hubs included.
 */
export const budgetFunctions = `
  -- Inserts the missing rows of the budgets.
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

  -- Locks the rows of the budgets until the end of the transaction.
  CREATE FUNCTION hub_lock_budgets(claims jsonb) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM budget_use
      WHERE ${ofClaims}
      ORDER BY budget_id, period FOR UPDATE;
  END $$;

  -- Locks a hub's slices of the budgets until the end of the transaction.
  CREATE FUNCTION hub_lock_slices(claims jsonb, my_slot smallint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM budget_slice
      WHERE slot = my_slot AND ${ofClaims}
      ORDER BY budget_id, period FOR UPDATE;
  END $$;

  -- The state of the budgets of these claims: [budgetId, period, spent, reserved, limit of a run].
  CREATE FUNCTION hub_budget_states(claims jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    RETURN (
      SELECT coalesce(jsonb_agg(jsonb_build_array(budget_id, period, spent, reserved, held_limit)), '[]')
      FROM budget_now WHERE ${ofClaims});
  END $$;

  -- The given states, with those of the budgets that have slices. Null states stay null.
  CREATE FUNCTION hub_with_sliced(states jsonb, sliced jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  BEGIN
    RETURN CASE WHEN sliced = '[]' THEN states ELSE states || hub_budget_states(sliced) END;
  END $$;

  -- Returns the slices of all hubs to these budgets. The caller has locked the budgets' rows.
  CREATE FUNCTION hub_free_slices(claims jsonb) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    slices jsonb;
  BEGIN
    SELECT coalesce(jsonb_agg(to_jsonb(locked)), '[]') INTO slices FROM (
      SELECT budget_id, period, slot, room, spent FROM budget_slice
        WHERE (room > 0 OR spent > 0) AND ${ofClaims}
        ORDER BY budget_id, period, slot FOR UPDATE
    ) AS locked;
    IF slices = '[]' THEN
      RETURN;
    END IF;
    UPDATE budget_slice SET room = 0, spent = 0
      FROM jsonb_to_recordset(slices) AS freed(budget_id text, period text, slot smallint)
      WHERE budget_slice.budget_id = freed.budget_id AND budget_slice.period = freed.period
        AND budget_slice.slot = freed.slot;
    UPDATE budget_use SET reserved = reserved - freed.room - freed.spent,
        spent = budget_use.spent + freed.spent
      FROM (
        SELECT budget_id, period, sum(room)::bigint AS room, sum(spent)::bigint AS spent
        FROM jsonb_to_recordset(slices) AS slice(budget_id text, period text, room bigint, spent bigint)
        GROUP BY 1, 2
      ) AS freed
      WHERE budget_use.budget_id = freed.budget_id AND budget_use.period = freed.period;
  END $$;

  -- Reserves the amounts in the rows of these budgets, and room in the hub's slice of each shared one. Returns the
  -- states of the budgets without slices, and a list of those with slices; null states if an amount does not fit.
  -- The caller has locked the rows.
  CREATE FUNCTION hub_take_whole(totals jsonb, my_slot smallint, OUT states jsonb, OUT sliced jsonb)
  LANGUAGE plpgsql AS $$
  DECLARE
    found bigint;
  BEGIN
    WITH wanted AS (
      SELECT claim."budgetId" AS budget_id, claim.period, amount,
        CASE WHEN "isShared"
          THEN least(amount * ${roomFor}, ("limit" - spent - reserved - amount) / ${roomFor})
          ELSE 0 END AS extra
      FROM jsonb_to_recordset(totals)
        AS claim("budgetId" text, period text, amount bigint, "limit" bigint, "isShared" boolean)
      JOIN budget_use ON budget_id = claim."budgetId" AND budget_use.period = claim.period
      WHERE spent + reserved + amount <= "limit"
    ), taken AS (
      UPDATE budget_use SET reserved = reserved + amount + extra, is_sliced = is_sliced OR extra > 0
        FROM wanted
        WHERE budget_use.budget_id = wanted.budget_id AND budget_use.period = wanted.period
        RETURNING ${ownState}
    ), added AS (
      INSERT INTO budget_slice (budget_id, period, slot, room, spent)
        SELECT budget_id, period, my_slot, extra, 0 FROM wanted WHERE extra > 0
        ON CONFLICT (budget_id, period, slot) DO UPDATE SET room = budget_slice.room + excluded.room
    ) SELECT count(*), ${states} INTO found, states, sliced FROM taken;
    IF found < jsonb_array_length(totals) THEN
      states := NULL;
    END IF;
  END $$;

  -- Reserves the amounts of these budgets, of shared ones from the hub's slices first. Returns the budgets' state;
  -- null if an amount does not fit.
  CREATE FUNCTION hub_take_budgets(totals jsonb, shared jsonb, my_slot smallint)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    in_slice jsonb := '[]';
    in_whole jsonb := totals;
    found bigint;
    states jsonb := '[]';
    sliced jsonb := '[]';
  BEGIN
    IF shared <> '[]' THEN
      -- A slice cannot be used if the budget's limit is now below the spent and reserved amount.
      SELECT coalesce(jsonb_agg(total) FILTER (WHERE has_room), '[]'),
          totals || coalesce(jsonb_agg(total) FILTER (WHERE has_room IS NOT TRUE), '[]')
        INTO in_slice, in_whole
        FROM jsonb_array_elements(shared) AS total LEFT JOIN LATERAL (
          SELECT is_sliced AND spent + reserved <= (total->>'limit')::bigint AND EXISTS (
              SELECT FROM budget_slice WHERE budget_id = total->>'budgetId' AND period = total->>'period'
                AND slot = my_slot AND room >= (total->>'amount')::bigint) AS has_room
            FROM budget_use WHERE budget_id = total->>'budgetId' AND period = total->>'period'
        ) AS own ON true;
    END IF;
    IF in_whole <> '[]' THEN
      PERFORM hub_lock_budgets(in_whole);
    END IF;
    IF shared <> '[]' THEN
      PERFORM hub_lock_slices(shared, my_slot);
    END IF;
    IF in_slice <> '[]' THEN
      UPDATE budget_slice SET room = room - amount
        FROM jsonb_to_recordset(in_slice) AS claim("budgetId" text, period text, amount bigint)
        WHERE budget_id = claim."budgetId" AND budget_slice.period = claim.period AND slot = my_slot
          AND room >= amount;
      GET DIAGNOSTICS found = ROW_COUNT;
      IF found < jsonb_array_length(in_slice) THEN
        RETURN NULL;
      END IF;
    END IF;
    IF in_whole <> '[]' THEN
      SELECT * INTO states, sliced FROM hub_take_whole(in_whole, my_slot);
    END IF;
    RETURN hub_with_sliced(states, in_slice || sliced);
  END $$;

  -- Turns reserved amounts of the budgets into spent ones; returns the budgets' state. An unused rest stays as room
  -- in the hub's slice; an amount above the reservation is taken from the budget's row.
  CREATE FUNCTION hub_spend(totals jsonb, shared jsonb, my_slot smallint)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    in_slice jsonb := '[]';
    in_whole jsonb := totals;
    states jsonb := '[]';
    sliced jsonb := '[]';
  BEGIN
    IF shared <> '[]' THEN
      SELECT coalesce(jsonb_agg(total) FILTER (WHERE has_slice), '[]'),
          totals || coalesce(jsonb_agg(total) FILTER (WHERE NOT has_slice), '[]')
        INTO in_slice, in_whole
        FROM jsonb_array_elements(shared) AS total CROSS JOIN LATERAL (
          SELECT (total->>'used')::bigint <= (total->>'amount')::bigint AND EXISTS (
            SELECT FROM budget_slice WHERE budget_id = total->>'budgetId' AND period = total->>'period'
              AND slot = my_slot) AS has_slice
        ) AS own;
    END IF;
    IF in_whole <> '[]' THEN
      PERFORM hub_lock_budgets(in_whole);
      WITH changed AS (
        UPDATE budget_use SET reserved = reserved - amount, spent = spent + used
          FROM jsonb_to_recordset(in_whole)
            AS total("budgetId" text, period text, amount bigint, used bigint)
          WHERE budget_id = total."budgetId" AND budget_use.period = total.period
          RETURNING ${ownState}
      ) SELECT ${states} INTO states, sliced FROM changed;
    END IF;
    IF in_slice <> '[]' THEN
      PERFORM hub_lock_slices(in_slice, my_slot);
      UPDATE budget_slice SET room = room + amount - used, spent = spent + used
        FROM jsonb_to_recordset(in_slice)
          AS total("budgetId" text, period text, amount bigint, used bigint)
        WHERE budget_id = total."budgetId" AND budget_slice.period = total.period AND slot = my_slot;
    END IF;
    RETURN hub_with_sliced(states, in_slice || sliced);
  END $$;
`;
