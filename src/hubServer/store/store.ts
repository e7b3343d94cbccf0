import type { AuditLog } from "./auditLog.ts";
import type {
  Amount,
  AuditEvent,
  RateLimits,
  RequestLimits,
  RecordKind,
  RecordTypes,
  SessionRecord,
  Time,
  TokenRecord,
  TokenUsage,
  UsageOutcome,
  UsageRecord,
  UsageSubject,
} from "./records.ts";
import type { RunFilter, RunPage, RunSummary } from "./runReport.ts";
import type { RunTerms } from "./runTerms.ts";

/**
 * All data of the hub, in SQLite or PostgreSQL. Every method is one transaction; any number of
 * processes may share PostgreSQL. All methods reject with a `StoreError`.
 */
export interface Store {
  readonly records: RecordStore;
  readonly sessions: SessionStore;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  /** Rejects if the database is not writable. */
  readonly check: () => Promise<void>;
  /** A consistent copy while the hub runs; SQLite only, as PostgreSQL has `pg_dump`. */
  readonly backup: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * `unavailable`: locked, full, corrupt or unreachable. `conflict`: a unique value is taken.
 * `invalid`: a referenced record does not exist.
 */
export class StoreError extends Error {
  readonly reason: "unavailable" | "conflict" | "invalid";

  constructor(reason: StoreError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.reason = reason;
  }
}

/** The place of the next event is taken: only a program that bypasses the hub writes there. */
export function auditTaken(cause: unknown): StoreError {
  return new StoreError(
    "unavailable",
    "The audit has an event behind its head that the hub did not write, so that nothing can follow. " +
      "Look at it with: hub audit verify. Delete it by hand to go on.",
    cause,
  );
}

/** A newer program changed the tables to a version unknown here. */
export function newerSchema(version: number, known: number): StoreError {
  return new StoreError(
    "unavailable",
    `The database was written by a newer AI Hub (schema ${version}; this one knows ${known}).`,
  );
}

/** The database contains an object that the hub did not make and that may run with its rights. */
export function foreignSchema(problem: string): StoreError {
  return new StoreError(
    "unavailable",
    `${problem} Look at it, and remove it by hand or restore a backup: hub restore <file>.`,
  );
}

/**
 * Configuration: few records, read often. `version` rises with every change, for callers with a
 * cache.
 */
export interface RecordStore {
  readonly list: <K extends RecordKind>(kind: K) => Promise<readonly RecordTypes[K][]>;
  readonly get: <K extends RecordKind>(kind: K, id: string) => Promise<RecordTypes[K] | undefined>;
  /** Inserts or replaces the record, and appends the event of the change, which only the lab omits. */
  readonly put: <K extends RecordKind>(
    kind: K,
    record: RecordTypes[K],
    event?: AuditEvent,
  ) => Promise<void>;
  /**
   * For a new store: inserts the record without an event; `AuditLog.stateRecords` states it. False
   * if the record exists: another process prepares the same database, and may have stated it.
   */
  readonly add: <K extends RecordKind>(kind: K, record: RecordTypes[K]) => Promise<boolean>;
  /** False if there is no such record. */
  readonly remove: (kind: RecordKind, id: string, event?: AuditEvent) => Promise<boolean>;
  readonly findToken: (hash: string) => Promise<TokenRecord | undefined>;
  /** Sets only `lastUsedAt`, so that it cannot undo a concurrent change; `version` stays. */
  readonly touchToken: (id: string, lastUsedAt: Time) => Promise<void>;
  readonly version: () => Promise<number>;
}

export interface SessionStore {
  readonly create: (session: SessionRecord) => Promise<void>;
  readonly find: (hash: string, now: Time) => Promise<SessionRecord | undefined>;
  readonly remove: (hash: string) => Promise<void>;
  readonly removeOfUser: (userId: string) => Promise<void>;
}

/**
 * A request's claim on one budget: a fixed amount for its input, plus an amount per output token.
 */
export interface BudgetClaim {
  readonly budgetId: string;
  /** As `2026-11`. */
  readonly period: string;
  readonly limit: Amount;
  readonly fixed: Amount;
  /** Per million output tokens, rounded up; 1,000,000 where the budget counts tokens. */
  readonly perMillionOutput: Amount;
  readonly unit: "money" | "tokens";
  /** Amount per token instead of the cost, for a model without a price under a money budget. */
  readonly perToken?: Amount;
  /** Only for the cap of an agent's run; the store keeps its limit. */
  readonly run?: RunTerms;
}

export interface Reservation {
  readonly id: string;
  readonly subject: UsageSubject;
  readonly now: Time;
  readonly day: string;
  /** After this time any process may settle it as `aborted`. */
  readonly leaseUntil: Time;
  readonly budgets: readonly BudgetClaim[];
  readonly rateLimits: RequestLimits;
  readonly inputTokens: number;
  /**
   * Requested output tokens. The grant is limited by the tightest budget; below 1 the request is
   * refused.
   */
  readonly outputTokens: number;
  /**
   * Cost of the input, and per million output tokens, for another process that settles the request.
   */
  readonly inputCost: Amount;
  readonly perMillionOutput: Amount;
}

export interface BudgetState {
  readonly budgetId: string;
  /** Stored limit of a run's cap; absent for other budgets. */
  readonly limit?: Amount;
  readonly spent: Amount;
  readonly reserved: Amount;
}

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the full limit is available again. */
  readonly resetMs: number;
}

export interface RateStates {
  readonly completions?: RateState;
  readonly requests?: RateState;
  readonly tokens?: RateState;
  readonly parallel?: RateState;
}

export type ReserveResult =
  | {
      readonly kind: "granted";
      readonly outputTokens: number;
      readonly budgets: readonly BudgetState[];
      readonly rates: RateStates;
    }
  | { readonly kind: "overBudget"; readonly budget: BudgetState; readonly rates: RateStates }
  | {
      readonly kind: "rateLimited";
      readonly limit: keyof RateStates;
      readonly retryAfterMs: number;
      readonly rates: RateStates;
    };

export interface Settlement extends TokenUsage {
  readonly id: string;
  readonly now: Time;
  readonly cost: Amount;
  readonly usageSource: "upstream" | "estimated";
  readonly outcome: UsageOutcome;
  readonly status: number;
  readonly latencyMs: number;
}

export interface UsageFilter {
  /** Inclusive, in the hub's time zone. */
  readonly fromDay: string;
  /** Inclusive. */
  readonly toDay: string;
  readonly tokenId?: string;
  readonly userId?: string;
  readonly profileId?: string;
  readonly sectorId?: string;
  readonly app?: string;
  readonly model?: string;
}

export type UsageGroup =
  | "day"
  | "model"
  | "app"
  | "format"
  | "runId"
  | "tokenId"
  | "userId"
  | "profileId"
  | "sectorId";

export interface UsageTotals extends TokenUsage {
  readonly requests: number;
  readonly cost: Amount;
}

/**
 * Number of texts that completion offered, and of those that the person accepted or typed in full,
 * as clients report.
 */
export interface CompletionOffers {
  readonly offered: number;
  readonly kept: number;
}

export interface UsageRow extends UsageTotals {
  /** Absent if no client reported. */
  readonly offers?: CompletionOffers;
  /** The value for each requested group; empty where a request had no value. */
  readonly group: Readonly<Partial<Record<UsageGroup, string>>>;
}

export interface Ledger {
  /**
   * Checks all budgets and rates, and takes from all or from none. Required before an upstream
   * request.
   */
  readonly reserve: (reservation: Reservation) => Promise<ReserveResult>;
  /**
   * Replaces the reserved amounts with the used ones, and writes the usage and its audit event. A
   * second settlement of an id changes nothing and returns undefined.
   */
  readonly settle: (settlement: Settlement) => Promise<readonly BudgetState[] | undefined>;
  /**
   * Extends the lease of a running answer and stores its tokens so far, so that a crash loses
   * little.
   */
  readonly renew: (id: string, outputTokens: number, leaseUntil: Time) => Promise<void>;
  /**
   * Settles requests past their lease as `aborted`, with the tokens of the last `renew`; returns
   * their number. Also removes the caps of ended runs.
   */
  readonly reap: (now: Time) => Promise<number>;
  readonly budgetStates: (
    claims: readonly { readonly budgetId: string; readonly period: string }[],
  ) => Promise<readonly BudgetState[]>;
  readonly rateStates: (tokenId: string, limits: RateLimits, now: Time) => Promise<RateStates>;
  readonly usage: (
    filter: UsageFilter,
    groups: readonly UsageGroup[],
  ) => Promise<readonly UsageRow[]>;
  /** Newest first. */
  readonly usageRecords: (
    filter: UsageFilter,
    page: { readonly limit: number; readonly before?: Time },
  ) => Promise<readonly UsageRecord[]>;
  /** Newest first. */
  readonly runs: (filter: RunFilter, page: RunPage) => Promise<readonly RunSummary[]>;
  /**
   * Removes usage before this day (`2026-11-21`) whose events are no longer in the audit; the
   * budgets' spending stays. Returns the number of removed records.
   */
  readonly pruneUsage: (day: string) => Promise<number>;
  /**
   * Adds a client's completion report to the sums of a day (`2026-11-21`); the report is not
   * verified.
   */
  readonly noteOffers: (
    subject: UsageSubject,
    day: string,
    offers: CompletionOffers,
  ) => Promise<void>;
}
