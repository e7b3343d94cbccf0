import { rateStates } from "../decideReservation.ts";
import {
  abortedSettlement,
  settlementEvents,
  usageRecordOf,
  type OpenReservation,
} from "../settlement.ts";
import { jsonIn, numberIn, textIn, type SqlRow } from "../sql.ts";
import { createUsageReports, usageColumns, usageValues } from "../sqlUsage.ts";
import {
  StoreError,
  type BudgetClaim,
  type BudgetState,
  type Ledger,
  type RateStates,
  type Reservation,
  type ReserveResult,
  type Settlement,
} from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import { Batcher } from "./batcher.ts";
import { eventJson, type PostgresDatabase } from "./postgresDatabase.ts";
import { isAboutData, toStoreError } from "./postgresErrors.ts";

/** Reservations settled by one round of reaping. */
const reapPage = 100;

type Body = Omit<OpenReservation, "id" | "toldTokens">;

/** What hub_budget_states answers, for each budget; the first two in the form of `toStoredText`. */
type BudgetRow = readonly [budgetId: string, period: string, spent: number, reserved: number];

type BudgetKey = Pick<BudgetClaim, "budgetId" | "period">;

/** What hub_rate_use answers. */
interface RateUseJson {
  readonly now: number;
  readonly requests: number;
  readonly requestsAt: number;
  readonly tokens: number;
  readonly tokensAt: number;
  readonly open: number;
}

/** What hub_reserve answers. */
interface ReserveAnswer {
  readonly results: readonly ReserveJson[];
  readonly budgets: readonly BudgetRow[];
}

/** Of each request. */
interface ReserveJson {
  readonly refusal?: readonly ["requests" | "tokens" | "parallel", number];
  readonly granted?: number;
  readonly tightest?: number;
  readonly use: RateUseJson | null;
}

/** What hub_settle answers; places count from 1. */
interface SettleAnswer {
  readonly settled: readonly number[];
  readonly budgets: readonly BudgetRow[];
}

interface SettleOp {
  readonly settlement: Settlement;
  readonly open: OpenReservation & { readonly budgets: readonly BudgetKey[] };
  /** Only if it is still past its lease at this time. */
  readonly expiredAt?: number;
}

export interface PostgresLedgerOptions {
  /** Whose time rates go by: the database's, which all processes share, or what callers pass. */
  readonly rateClock: "database" | "caller";
}

export function createPostgresLedger(
  database: PostgresDatabase,
  options: PostgresLedgerOptions,
): Ledger {
  const ledger = new PostgresLedger(database, options);
  return {
    ...createUsageReports(database),
    reserve: (reservation) => ledger.reserve(reservation),
    settle: (settlement) => ledger.settle(settlement),
    renew: (id, outputTokens, leaseUntil) => ledger.renew(id, outputTokens, leaseUntil),
    reap: (now) => ledger.reap(now),
    rateStates: (tokenId, limits, now) => ledger.rateStates(tokenId, limits, now),
  };
}

class PostgresLedger {
  readonly #database: PostgresDatabase;
  readonly #usesCallerClock: boolean;
  readonly #reserves: Batcher<Reservation, ReserveResult>;
  readonly #settles: Batcher<SettleOp, readonly BudgetState[] | undefined>;
  /** Our own reservations, so that settling one need not read it first. */
  readonly #open = new Map<string, SettleOp["open"]>();

  constructor(database: PostgresDatabase, options: PostgresLedgerOptions) {
    this.#database = database;
    this.#usesCallerClock = options.rateClock === "caller";
    const isOnesFault = isAboutData;
    const lanes = 1;
    this.#reserves = new Batcher({ run: (all) => this.#reserveAll(all), isOnesFault, lanes });
    this.#settles = new Batcher({ run: (all) => this.#settleAll(all), isOnesFault, lanes });
  }

  async reserve(reservation: Reservation): Promise<ReserveResult> {
    const result = await this.#reserves.add(reservation).catch(failAsStoreError);
    if (result.kind === "granted") {
      this.#open.set(reservation.id, {
        ...reservation,
        startedAt: reservation.now,
        toldTokens: 0,
      });
    }
    return result;
  }

  async settle(settlement: Settlement): Promise<readonly BudgetState[] | undefined> {
    const open = this.#open.get(settlement.id) ?? (await this.#readOpen(settlement.id));
    const states = open && (await this.#settleOpen({ settlement, open }));
    this.#open.delete(settlement.id);
    return states;
  }

  async renew(id: string, outputTokens: number, leaseUntil: number): Promise<void> {
    await this.#database.rows(
      `UPDATE reservation SET told_tokens = greatest(told_tokens, ?), lease_until = ? WHERE id = ?`,
      [outputTokens, leaseUntil, toStoredText(id)],
    );
  }

  async reap(now: number): Promise<number> {
    let settled = 0;
    for (let isLast = false; !isLast;) {
      const expired = await this.#database.rows(
        `SELECT id, told_tokens, claims, body FROM reservation WHERE lease_until <= ?
          ORDER BY lease_until, id LIMIT ?`,
        [now, reapPage],
      );
      const states = await Promise.all(
        expired.map((row) => {
          const open = openOf(row);
          const settlement = abortedSettlement(open, now);
          return this.#settleOpen({ settlement, open, expiredAt: now });
        }),
      );
      settled += states.filter((state) => state !== undefined).length;
      isLast = expired.length < reapPage;
    }
    return settled;
  }

  async rateStates(
    tokenId: string,
    limits: Reservation["rateLimits"],
    now: number,
  ): Promise<RateStates> {
    const rateNow = this.#usesCallerClock ? "?::bigint" : "coalesce(hub_now(), ?::bigint)";
    const [row] = await this.#database.rows(`SELECT hub_rate_use(?, ${rateNow}, ?) AS use`, [
      toStoredText(tokenId),
      now,
      now,
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_rate_use answers
    return toRateStates(limits, row?.["use"] as RateUseJson, "now");
  }

  async #reserveAll(reservations: readonly Reservation[]): Promise<readonly ReserveResult[]> {
    const ops = JSON.stringify(reservations.map(reserveJson));
    const call = (heedsLeases: boolean): Promise<unknown> =>
      this.#database.call("hub_reserve($1, $2, $3)", [ops, this.#usesCallerClock, heedsLeases]);
    let answer = await call(true);
    if (answer === null) {
      await this.reap(Math.max(...reservations.map(({ now }) => now)));
      answer = await call(false);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_reserve answers
    const { results, budgets } = answer as ReserveAnswer;
    return results.map((result, index) => {
      const reservation = reservations[index];
      if (!reservation) {
        throw new StoreError("unavailable", "The database answered what was not asked.");
      }
      return toReserveResult(reservation, result, statesOf(reservation.budgets, budgets));
    });
  }

  async #settleAll(
    ops: readonly SettleOp[],
  ): Promise<readonly (readonly BudgetState[] | undefined)[]> {
    const answer = await this.#database.call("hub_settle($1)", [
      JSON.stringify(ops.map(settleJson)),
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_settle answers
    const { settled, budgets } = answer as SettleAnswer;
    const places = new Set(settled);
    return ops.map(({ open }, index) =>
      places.has(index + 1) ? statesOf(open.budgets, budgets) : undefined,
    );
  }

  #settleOpen(op: SettleOp): Promise<readonly BudgetState[] | undefined> {
    return this.#settles.add(op).catch(failAsStoreError);
  }

  async #readOpen(id: string): Promise<SettleOp["open"] | undefined> {
    const [row] = await this.#database.rows(
      "SELECT id, told_tokens, claims, body FROM reservation WHERE id = ?",
      [toStoredText(id)],
    );
    return row && openOf(row);
  }
}

function failAsStoreError(error: unknown): never {
  throw toStoreError(error);
}

function reserveJson(reservation: Reservation): unknown {
  const { id, subject, day, now, leaseUntil, rateLimits, inputTokens, outputTokens } = reservation;
  const { inputCost, perMillionOutput, budgets } = reservation;
  const body: Body = { subject, day, startedAt: now, inputTokens, inputCost, perMillionOutput };
  return {
    id: toStoredText(id),
    tokenId: toStoredText(subject.tokenId),
    now,
    leaseUntil,
    ...rateLimits,
    isLimited: Object.values(rateLimits).some((limit) => limit !== undefined),
    inputTokens,
    outputTokens,
    claims: budgets.map((claim) => ({ ...claim, budgetId: toStoredText(claim.budgetId) })),
    body: JSON.stringify(body),
  };
}

function settleJson({ settlement, open, expiredAt }: SettleOp): unknown {
  const values = usageValues(usageRecordOf(open, settlement));
  return {
    id: toStoredText(settlement.id),
    ...(expiredAt !== undefined && { expiredAt }),
    cost: settlement.cost,
    tokens: settlement.inputTokens + settlement.outputTokens,
    usage: Object.fromEntries(usageColumns.split(", ").map((name, at) => [name, values[at]])),
    events: settlementEvents(open.subject, settlement).map(eventJson),
  };
}

function openOf(row: SqlRow): SettleOp["open"] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_take writes
  const claims = row["claims"] as readonly BudgetKey[];
  return {
    ...jsonIn<Body>(row, "body"),
    id: fromStoredText(textIn(row, "id")),
    toldTokens: numberIn(row, "told_tokens"),
    budgets: claims.map(({ budgetId, period }) => ({
      budgetId: fromStoredText(budgetId),
      period,
    })),
  };
}

function toReserveResult(
  { rateLimits, inputTokens }: Reservation,
  { refusal, granted, tightest, use }: ReserveJson,
  budgets: readonly BudgetState[],
): ReserveResult {
  if (refusal) {
    const rates = toRateStates(rateLimits, use, "now");
    return { kind: "rateLimited", limit: refusal[0], retryAfterMs: refusal[1], rates };
  }
  if (granted !== undefined) {
    const taken = { tokens: inputTokens + granted };
    return {
      kind: "granted",
      outputTokens: granted,
      budgets,
      rates: toRateStates(rateLimits, use, taken),
    };
  }
  const budget = budgets[tightest ?? 0];
  if (!budget) {
    throw new StoreError("unavailable", "The database neither granted nor refused.");
  }
  return { kind: "overBudget", budget, rates: toRateStates(rateLimits, use, "now") };
}

/** How the limits stand as the database saw them, or after it took one request with so many tokens. */
function toRateStates(
  limits: Reservation["rateLimits"],
  use: RateUseJson | null,
  after: "now" | { readonly tokens: number },
): RateStates {
  if (!use) {
    return {};
  }
  const [requests, tokens] = after === "now" ? [0, 0] : [1, after.tokens];
  return rateStates(
    limits,
    {
      requests: [
        { lastAt: use.requestsAt, amount: use.requests },
        { lastAt: use.now, amount: requests },
      ],
      tokens: [
        { lastAt: use.tokensAt, amount: use.tokens },
        { lastAt: use.now, amount: tokens },
      ],
      open: use.open + requests,
    },
    use.now,
  );
}

/** The states of these budgets, in this order, among what the database answered. */
function statesOf(
  budgets: readonly BudgetKey[],
  rows: readonly BudgetRow[],
): readonly BudgetState[] {
  return budgets.map(({ budgetId, period }) => {
    const stored = toStoredText(budgetId);
    const row = rows.find(([id, of]) => id === stored && of === period);
    return { budgetId, spent: row?.[2] ?? 0, reserved: row?.[3] ?? 0 };
  });
}
