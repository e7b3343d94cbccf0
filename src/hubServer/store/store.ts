import type {
  Amount,
  AuditEvent,
  AuditKind,
  AuditRecord,
  RateLimits,
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

/**
 * Everything the hub keeps, in SQLite or PostgreSQL. Every method is one transaction, safe among any number of
 * processes where the database is. All reject with a `StoreError`.
 */
export interface Store {
  readonly records: RecordStore;
  readonly sessions: SessionStore;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  /** Rejects if the database cannot be written now. */
  readonly check: () => Promise<void>;
  /** A consistent copy while the hub runs; SQLite only, PostgreSQL has `pg_dump`. */
  readonly backup: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `unavailable`: locked, full, corrupt or unreachable. `conflict`: a unique value is taken. `invalid`: a reference to what is not there. */
export class StoreError extends Error {
  readonly reason: "unavailable" | "conflict" | "invalid";

  constructor(reason: StoreError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.reason = reason;
  }
}

/** The place of the next event is taken: only somebody who writes to the database past the hub can do that. */
export function auditTaken(cause: unknown): StoreError {
  return new StoreError(
    "unavailable",
    "The audit has an event behind its head that the hub did not write, so that nothing can follow. " +
      "Look at it with: hub audit verify. Delete it by hand to go on.",
    cause,
  );
}

/** Configuration: few records, read often. `version` rises with every change of any, for who keeps a copy. */
export interface RecordStore {
  readonly list: <K extends RecordKind>(kind: K) => Promise<readonly RecordTypes[K][]>;
  readonly get: <K extends RecordKind>(kind: K, id: string) => Promise<RecordTypes[K] | undefined>;
  /** Inserts or replaces, together with the audit event of the change. */
  readonly put: <K extends RecordKind>(
    kind: K,
    record: RecordTypes[K],
    event?: AuditEvent,
  ) => Promise<void>;
  /** False if there is no such record. */
  readonly remove: (kind: RecordKind, id: string, event?: AuditEvent) => Promise<boolean>;
  readonly findToken: (hash: string) => Promise<TokenRecord | undefined>;
  /** Sets `lastUsedAt` and nothing else, so that it cannot undo a change made meanwhile; keeps the version. */
  readonly touchToken: (id: string, lastUsedAt: Time) => Promise<void>;
  readonly version: () => Promise<number>;
}

export interface SessionStore {
  readonly create: (session: SessionRecord) => Promise<void>;
  readonly find: (hash: string, now: Time) => Promise<SessionRecord | undefined>;
  readonly remove: (hash: string) => Promise<void>;
  readonly removeOfUser: (userId: string) => Promise<void>;
}

/** What one request takes from one budget: a fixed part for its input and a part for each token of its answer. */
export interface BudgetClaim {
  readonly budgetId: string;
  /** As `2026-11`. */
  readonly period: string;
  readonly limit: Amount;
  readonly fixed: Amount;
  /** For a million tokens of the answer; 1,000,000 where the budget counts tokens. Rounded up. */
  readonly perMillionOutput: Amount;
  readonly unit: "money" | "tokens";
}

export interface Reservation {
  readonly id: string;
  readonly subject: UsageSubject;
  readonly now: Time;
  readonly day: string;
  /** From here on anybody may settle it as `aborted`. */
  readonly leaseUntil: Time;
  readonly budgets: readonly BudgetClaim[];
  readonly rateLimits: RateLimits;
  readonly inputTokens: number;
  /** Tokens wished for the answer. As many are granted as the tightest budget has left, at least 1, else none. */
  readonly outputTokens: number;
  /** Cost of the input, and of a million tokens of the answer, for who settles it when we cannot. */
  readonly inputCost: Amount;
  readonly perMillionOutput: Amount;
}

export interface BudgetState {
  readonly budgetId: string;
  readonly spent: Amount;
  readonly reserved: Amount;
}

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the limit is whole again. */
  readonly resetMs: number;
}

export interface RateStates {
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
      readonly limit: "requests" | "tokens" | "parallel";
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

export type UsageGroup = "day" | "model" | "app" | "tokenId" | "userId" | "profileId" | "sectorId";

export interface UsageTotals extends TokenUsage {
  readonly requests: number;
  readonly cost: Amount;
}

export interface UsageRow extends UsageTotals {
  /** Value of each group asked for; empty where a request had none. */
  readonly group: Readonly<Partial<Record<UsageGroup, string>>>;
}

/** Budgets, rates and usage. */
export interface Ledger {
  /** Checks all budgets and rates and takes from all of them, or from none. Nothing goes upstream before it grants. */
  readonly reserve: (reservation: Reservation) => Promise<ReserveResult>;
  /**
   * Replaces what was reserved by what was used, writes the usage and its audit event. A second settlement of
   * the same id changes nothing and answers undefined.
   */
  readonly settle: (settlement: Settlement) => Promise<readonly BudgetState[] | undefined>;
  /** Says that an answer still runs, and how far it is, so that nobody settles it and a crash loses little. */
  readonly renew: (id: string, outputTokens: number, leaseUntil: Time) => Promise<void>;
  /** Settles what has outlived its lease as `aborted`, with the tokens that were last told; answers how many. */
  readonly reap: (now: Time) => Promise<number>;
  readonly budgetStates: (
    claims: readonly { readonly budgetId: string; readonly period: string }[],
  ) => Promise<readonly BudgetState[]>;
  /** Without taking anything. */
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
  /** Removes the usage of days before this one (`2026-11-21`); what budgets have spent stays. Answers how much. */
  readonly pruneUsage: (day: string) => Promise<number>;
}

export interface AuditFilter {
  readonly kinds?: readonly AuditKind[];
  readonly from?: Time;
  readonly to?: Time;
  readonly tokenId?: string;
  readonly userId?: string;
  readonly app?: string;
  readonly model?: string;
  /** Part of any text in the event, whatever its case. */
  readonly text?: string;
}

export interface ChainState {
  readonly isIntact: boolean;
  /** The newest event, or the first that is wrong. */
  readonly seq: number;
  readonly hash: string;
  readonly events: number;
  /** Why it is not intact. */
  readonly problem?: string;
}

/** Append-only and chained by hashes. */
export interface AuditLog {
  readonly append: (event: AuditEvent) => Promise<AuditRecord>;
  /** Newest first; `before` is exclusive. */
  readonly list: (
    filter: AuditFilter,
    page: { readonly limit: number; readonly before?: number },
  ) => Promise<readonly AuditRecord[]>;
  /** Oldest first, in pieces: for export and verification. */
  readonly read: (filter: AuditFilter) => AsyncIterable<AuditRecord>;
  readonly head: () => Promise<{ readonly seq: number; readonly hash: string }>;
  /** Recomputes the whole chain; `expectedHead` is a head that was kept elsewhere, which must be in it. */
  readonly verify: (expectedHead?: {
    readonly seq: number;
    readonly hash: string;
  }) => Promise<ChainState>;
  /** Removes events before `time`, leaving a `chain.checkpoint` from which the rest still verifies. */
  readonly prune: (time: Time) => Promise<number>;
}
