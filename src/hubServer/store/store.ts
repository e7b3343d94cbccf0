import type { AuditLog } from "./auditLog.ts";
import type {
  Amount,
  AuditEvent,
  DeviceGrant,
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

/** Every method is one transaction and rejects with a `StoreError`. */
export interface Store {
  readonly records: RecordStore;
  readonly sessions: SessionStore;
  readonly grants: DeviceGrantStore;
  readonly devices: DeviceStore;
  readonly openIdGrants: OpenIdGrantStore;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly check: () => Promise<void>;
  /** Call before the hub serves: seals the signed-in devices of a database that another key sealed, or none. */
  readonly sealDevices: () => Promise<void>;
  /** SQLite only: PostgreSQL has `pg_dump`. */
  readonly backup: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * `unavailable`: locked, full, corrupt or unreachable. `conflict`: a unique value is taken. `invalid`: a referenced
 * record does not exist.
 */
export class StoreError extends Error {
  readonly reason: "unavailable" | "conflict" | "invalid";

  constructor(reason: StoreError["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreError";
    this.reason = reason;
  }
}

/** The error if the place of the next event is taken, which only a program that bypasses the hub does. */
export function auditTaken(cause: unknown): StoreError {
  return new StoreError(
    "unavailable",
    "The audit has an event behind its head that the hub did not write, so that nothing can follow. " +
      "Look at it with: hub audit verify. Delete it by hand to go on.",
    cause,
  );
}

export function newerSchema(version: number, known: number): StoreError {
  return new StoreError(
    "unavailable",
    `The database was written by a newer AI Hub (schema ${version}; this one knows ${known}).`,
  );
}

/** The error about foreign objects, which may run with the hub's rights. */
export function foreignSchema(problem: string): StoreError {
  return new StoreError(
    "unavailable",
    `${problem} Look at it, and remove it by hand or restore a backup: hub restore <file>.`,
  );
}

/** `version` rises with every change. */
export interface RecordStore {
  readonly list: <K extends RecordKind>(kind: K) => Promise<readonly RecordTypes[K][]>;
  readonly get: <K extends RecordKind>(kind: K, id: string) => Promise<RecordTypes[K] | undefined>;
  /** Stores a record with its event; only the lab omits the event. */
  readonly put: <K extends RecordKind>(
    kind: K,
    record: RecordTypes[K],
    event?: AuditEvent,
  ) => Promise<void>;
  /** For a new store; `AuditLog.stateRecords` writes the event. False if the record exists. */
  readonly add: <K extends RecordKind>(kind: K, record: RecordTypes[K]) => Promise<boolean>;
  readonly remove: (kind: RecordKind, id: string, event?: AuditEvent) => Promise<boolean>;
  readonly findToken: (hash: string) => Promise<TokenRecord | undefined>;
  /** Changes no other field; `version` stays. */
  readonly touchToken: (id: string, lastUsedAt: Time) => Promise<void>;
  readonly version: () => Promise<number>;
}

export interface DeviceStore {
  /** A secret that only the hubs of this database can make of these values; always the same. */
  readonly secretOf: (...values: readonly string[]) => string;
  /** False, and nothing is written, if the stored token is no longer `seen`; its last use does not count. */
  readonly replace: (seen: TokenRecord, next: TokenRecord, event: AuditEvent) => Promise<boolean>;
}

export interface SessionStore {
  readonly create: (session: SessionRecord) => Promise<void>;
  readonly find: (hash: string, now: Time) => Promise<SessionRecord | undefined>;
  readonly remove: (hash: string) => Promise<void>;
  readonly removeOfUser: (userId: string) => Promise<void>;
}

export type GrantState =
  | { readonly kind: "pending" | "denied" }
  | { readonly kind: "approved"; readonly userId: string };

export interface DeviceGrantStore {
  /** Removes expired grants first. False if `max` grants wait. */
  readonly begin: (grant: DeviceGrant, max: number) => Promise<boolean>;
  /** Finds a grant while it waits for a decision. */
  readonly findPending: (userCodeHash: string, now: Time) => Promise<DeviceGrant | undefined>;
  /** Only the first decision counts: false for a grant that is decided, expired or unknown. */
  readonly decide: (
    userCodeHash: string,
    decision: GrantState & { readonly kind: "approved" | "denied" },
    now: Time,
  ) => Promise<boolean>;
  /** An approved or denied grant is returned once, then removed. */
  readonly take: (
    deviceCodeHash: string,
    now: Time,
  ) => Promise<{ readonly grant: DeviceGrant; readonly state: GrantState } | undefined>;
}

/** A person's refresh token of the organisation's sign-in, encrypted. */
export interface OpenIdGrant {
  readonly userId: string;
  readonly sealed: string;
}

export interface OpenIdGrantStore {
  readonly put: (grant: OpenIdGrant, now: Time) => Promise<void>;
  readonly has: (userId: string) => Promise<boolean>;
  /** Grants that were last taken before `dueAt`; each goes to one hub. */
  readonly takeDue: (dueAt: Time, now: Time) => Promise<readonly OpenIdGrant[]>;
  /** Replaces a grant, or removes it without `next`. False if the grant changed since it was read. */
  readonly replace: (grant: OpenIdGrant, next?: string) => Promise<boolean>;
}

export interface BudgetClaim {
  readonly budgetId: string;
  readonly period: string;
  readonly limit: Amount;
  readonly fixed: Amount;
  /** The price per million output tokens; 1,000,000 where the budget counts tokens. */
  readonly perMillionOutput: Amount;
  readonly unit: "money" | "tokens";
  /** The amount per token, for a model without a price under a money budget. */
  readonly perToken?: Amount;
  readonly run?: RunTerms;
}

export interface Reservation {
  readonly id: string;
  readonly subject: UsageSubject;
  readonly now: Time;
  readonly day: string;
  /** After this time, any process may settle the request as `aborted`. */
  readonly leaseUntil: Time;
  readonly budgets: readonly BudgetClaim[];
  readonly rateLimits: RequestLimits;
  readonly inputTokens: number;
  /** The granted tokens, by the tightest budget; below 1 the request is refused. */
  readonly outputTokens: number;
  readonly inputCost: Amount;
  readonly perMillionOutput: Amount;
}

export interface BudgetState {
  readonly budgetId: string;
  readonly limit?: Amount;
  readonly spent: Amount;
  readonly reserved: Amount;
}

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Time until the full limit is available again. */
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
  /** Budgets of the request that did not exist when it was reserved. */
  readonly joined?: readonly Pick<BudgetClaim, "budgetId" | "period" | "unit">[];
}

export interface UsageFilter {
  readonly fromDay: string;
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

export interface CompletionOffers {
  readonly offered: number;
  readonly kept: number;
}

export interface UsageRow extends UsageTotals {
  readonly offers?: CompletionOffers;
  /** The values of the groups; empty if a request had no value. */
  readonly group: Readonly<Partial<Record<UsageGroup, string>>>;
}

export interface Ledger {
  /** Reserves in all budgets and rates, or changes nothing. Required before an upstream request. */
  readonly reserve: (reservation: Reservation) => Promise<ReserveResult>;
  /** Settles an id once; a second call changes nothing and returns undefined. */
  readonly settle: (settlement: Settlement) => Promise<readonly BudgetState[] | undefined>;
  /** Stores the tokens so far, so that a crash loses few. */
  readonly renew: (id: string, outputTokens: number, leaseUntil: Time) => Promise<void>;
  /** Frees the request's place among the parallel requests of its token. It stays open and reserved. */
  readonly leavePlace: (id: string) => Promise<void>;
  /**
   * Settles requests past their lease as `aborted`, with the tokens of the last `renew`; returns their number. Removes
   * caps of ended runs.
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
  readonly usageRecords: (
    filter: UsageFilter,
    page: { readonly limit: number; readonly before?: Time },
  ) => Promise<readonly UsageRecord[]>;
  readonly runs: (filter: RunFilter, page: RunPage) => Promise<readonly RunSummary[]>;
  /** Removes usage before this day (`2026-11-21`) without an event in the audit; the budgets' spending stays. */
  readonly pruneUsage: (day: string) => Promise<number>;
  /** Stores the client's report, which is not verified. */
  readonly noteOffers: (
    subject: UsageSubject,
    day: string,
    offers: CompletionOffers,
  ) => Promise<void>;
}
