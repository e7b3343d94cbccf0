import type { AgentLevel } from "../../shared/agentLevels.ts";
import type { AuditKind } from "../../shared/auditKinds.ts";
import type { FimForm } from "../../shared/fimForms.ts";
import type { DlpPolicy } from "../../shared/sensitiveKinds.ts";

/** Epoch milliseconds. */
export type Time = number;

/**
 * Money is an integer of micro-units (1,000,000 = 1.00) of the hub's currency; tokens are integers.
 * Both stay below 2^53, so that a number holds them exactly.
 */
export type Amount = number;

/** Limits on one request of a profile. An absent field sets no limit. */
export interface ModelPolicy {
  /**
   * Patterns of model ids, with `*` for any run of characters. An empty list allows every model.
   */
  readonly allow: readonly string[];
  /** Patterns that are refused even if `allow` matches. */
  readonly deny: readonly string[];
  readonly maxOutputTokens?: number;
  readonly allowsTools: boolean;
  readonly allowsImages: boolean;
  /** Completion at the cursor while a person types; absent: allowed. */
  readonly allowsCompletion?: boolean;
  /** Parameters that replace the client's, by their name in the request. */
  readonly forced: Readonly<Record<string, unknown>>;
  /** Highest value of numeric parameters, by their name in the request. */
  readonly capped: Readonly<Record<string, number>>;
}

export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly parallelRequests?: number;
}

/** The limits of a request. Only a completion at the cursor has `completionsPerMinute`. */
export interface RequestLimits extends RateLimits {
  readonly completionsPerMinute?: number;
}

interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Time;
}

export type SectorRecord = NamedRecord;

/** What an agent of a profile may do. An absent field sets no limit. */
export interface AgentLimits {
  readonly isAllowed: boolean;
  readonly maxLevel?: AgentLevel;
  /** Patterns of the names of MCP servers, with `*`; an empty list allows none. */
  readonly mcpServers: readonly string[];
  /** Tools of MCP servers as `server/tool@` and their hash; of a server that has one here only these. Absent: no pins. */
  readonly mcpPins?: readonly string[];
  /** Absent: runs have commands. */
  readonly allowsCommands?: boolean;
  /** The highest cap of a run. */
  readonly maxRunCost?: Amount;
  readonly maxRunTokens?: number;
}

export interface ProfileRecord extends NamedRecord {
  readonly policy: ModelPolicy;
  readonly dlp: DlpPolicy;
  /** Absent: no limits. */
  readonly agent?: AgentLimits;
  /** For tokens of this profile that have no limits of their own. */
  readonly rateLimits: RateLimits;
}

export interface UserRecord extends NamedRecord {
  /** The name to sign in with, in lower case; unique. */
  readonly login: string;
  readonly role: "user" | "admin";
  readonly profileId: string;
  readonly sectorId: string;
  readonly isActive: boolean;
  /** scrypt, with its parameters and salt; absent for a user who signs in only elsewhere. */
  readonly passwordHash?: string;
  /** `issuer subject` in the organisation's OpenID Connect. */
  readonly subject?: string;
  readonly openIdRequest?: OpenIdRequest;
}

/** An identity of the organisation that signed in for an account and waits for an administrator. */
export interface OpenIdRequest {
  readonly subject: string;
  readonly email: string;
  readonly name?: string;
  readonly requestedAt: Time;
}

export interface TokenRecord extends NamedRecord {
  /** SHA-256 in hexadecimal; the secret itself is never stored. */
  readonly hash: string;
  readonly last4: string;
  readonly userId?: string;
  /** Set by an administrator; if absent, the owner's applies (`tokenPlace`). */
  readonly profileId?: string;
  readonly sectorId?: string;
  readonly expiresAt?: Time;
  readonly revokedAt?: Time;
  readonly lastUsedAt?: Time;
  readonly rateLimits: RateLimits;
}

export type BudgetScope = "token" | "user" | "profile" | "sector";

export interface BudgetRecord {
  readonly id: string;
  readonly scope: BudgetScope;
  /** Id of the token, user, profile or sector, by `scope`. */
  readonly subjectId: string;
  readonly unit: "money" | "tokens";
  /** For one calendar month. */
  readonly limit: Amount;
  /** Percentages at which a warning is recorded, ascending. */
  readonly warnAt: readonly number[];
  readonly createdAt: Time;
}

export interface UpstreamRecord extends NamedRecord {
  readonly url: string;
  readonly format: "openai" | "anthropic";
  /**
   * Where the key is: an environment variable's name or a file's path. A secret is never stored.
   */
  readonly keyFrom?: { readonly variable: string } | { readonly file: string };
  readonly isActive: boolean;
}

/** Prices in micro-units per million tokens. */
export interface Price {
  readonly input: Amount;
  readonly cachedInput?: Amount;
  readonly cacheWrite?: Amount;
  readonly output: Amount;
}

/** The hub's own data on a model, beside its upstream's list; `id` is the id that clients use. */
export interface ModelRecord {
  readonly id: string;
  readonly name?: string;
  /** The upstream and its id for the model; if absent, the upstreams' own lists decide. */
  readonly upstreamId?: string;
  readonly upstreamModel?: string;
  /** Upstreams that are asked in this order while the first does not answer. */
  readonly fallbacks?: readonly { readonly upstreamId: string; readonly upstreamModel?: string }[];
  readonly contextLength?: number;
  readonly maxOutputTokens?: number;
  /** How it fills in the middle; if absent, as its server says, else in a chat. */
  readonly fim?: FimForm;
  /** False: the hub sets no marks for an Anthropic upstream's prompt cache. */
  readonly promptCache?: boolean;
  readonly price?: Price;
  /** Prices from this many input tokens on, ascending; each applies to the whole request. */
  readonly tiers: readonly { readonly fromInputTokens: number; readonly price: Price }[];
  readonly isActive: boolean;
  readonly createdAt: Time;
}

/** An administrator's settings for the whole hub. One record, with the id `hub`. */
export interface SettingsRecord {
  readonly id: "hub";
  readonly timeZone: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** 402 by default; 429 for clients that do not know 402. */
  readonly budgetStatus: 402 | 429;
  readonly defaultProfileId: string;
  readonly defaultSectorId: string;
  /** Usage and audit older than this may be removed; if absent, all is kept. */
  readonly retentionDays?: number;
  /** Refuses a model without a price where a budget in money applies, which could not count it. */
  readonly refusesUnpriced?: boolean;
  /** SHA-256 of the administrator's token in hexadecimal; never part of an answer. */
  readonly adminTokenHash?: string;
}

export interface RecordTypes {
  readonly sector: SectorRecord;
  readonly profile: ProfileRecord;
  readonly user: UserRecord;
  readonly token: TokenRecord;
  readonly budget: BudgetRecord;
  readonly upstream: UpstreamRecord;
  readonly model: ModelRecord;
  readonly settings: SettingsRecord;
}

export type RecordKind = keyof RecordTypes;

export interface SessionRecord {
  /** SHA-256 of the cookie's value. */
  readonly hash: string;
  readonly userId: string;
  readonly csrfToken: string;
  readonly createdAt: Time;
  readonly expiresAt: Time;
}

export type ApiFormat = "openai" | "anthropic" | "embeddings" | "completions";

/**
 * The part of a usage record that is known before anything goes upstream: the caller and the model.
 */
export interface UsageSubject {
  readonly requestId: string;
  readonly sessionId?: string;
  /** The agent's run that the request belongs to, by the header `X-Hub-Run`. */
  readonly runId?: string;
  readonly tokenId: string;
  readonly userId?: string;
  readonly profileId: string;
  readonly sectorId: string;
  readonly app: string;
  readonly model: string;
  readonly format: ApiFormat;
}

export interface TokenUsage {
  /** Includes cached and cache-write tokens. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
}

export type UsageOutcome = "complete" | "cut" | "client_abort" | "failed" | "aborted";

export interface UsageRecord extends UsageSubject, TokenUsage {
  readonly startedAt: Time;
  readonly endedAt: Time;
  /** Calendar day in the hub's time zone, as `2026-11-21`. */
  readonly day: string;
  readonly cost: Amount;
  /**
   * `upstream`: reported by the upstream; `estimated`: counted by the hub without a usable report.
   */
  readonly usageSource: "upstream" | "estimated";
  readonly outcome: UsageOutcome;
  readonly status: number;
}

/**
 * An event before it has its place in the chain. It never holds a prompt's text or a found value.
 */
export interface AuditEvent {
  readonly kind: AuditKind;
  readonly time: Time;
  readonly requestId?: string;
  readonly sessionId?: string;
  readonly runId?: string;
  readonly tokenId?: string;
  readonly userId?: string;
  readonly profileId?: string;
  readonly sectorId?: string;
  readonly app?: string;
  readonly model?: string;
  readonly format?: ApiFormat;
  readonly status?: number;
  readonly inputTokens?: number;
  readonly cachedTokens?: number;
  readonly outputTokens?: number;
  readonly cost?: Amount;
  readonly latencyMs?: number;
  readonly findings?: readonly {
    readonly kind: string;
    readonly count: number;
    readonly field: string;
    /** Why a value that the policy blocks only alerted. */
    readonly doubt?: string;
  }[];
  /**
   * Small facts of the kind, such as the budget that was reached or what an administrator changed.
   */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

export interface AuditRecord extends AuditEvent {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly prevHash: string;
  /** SHA-256 in hexadecimal of `prevHash` and the canonical JSON of everything else. */
  readonly hash: string;
}
