import type { DlpPolicy } from "../../shared/guarded/sensitiveKinds.ts";
import type { AgentLevel } from "../../shared/hubApi/agentLevels.ts";
import type { AuditKind } from "../../shared/hubApi/auditKinds.ts";
import type { FimForm } from "../../shared/hubApi/fimForms.ts";

/** Epoch milliseconds. */
export type Time = number;

/**
 * Money is an integer of micro-units (1,000,000 = 1.00) of the hub's currency; tokens are integers.
 * Both stay below 2^53, so that a number holds them exactly.
 */
export type Amount = number;

/** Limits on one request; an absent field sets no limit. */
export interface ModelPolicy {
  /** Patterns of model ids, with `*` for any run of characters; empty allows every model. */
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

/** Only a completion at the cursor has `completionsPerMinute`. */
export interface RequestLimits extends RateLimits {
  readonly completionsPerMinute?: number;
}

interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Time;
}

export type SectorRecord = NamedRecord;

/** Limits of a profile's agents; an absent field sets no limit. */
export interface AgentLimits {
  readonly isAllowed: boolean;
  readonly maxLevel?: AgentLevel;
  /** Patterns of MCP server names, with `*`; empty allows no server. */
  readonly mcpServers: readonly string[];
  /**
   * Tools of MCP servers as `server/tool@hash`. A server with an entry is limited to its entries.
   * Absent: no pins.
   */
  readonly mcpPins?: readonly string[];
  /** Absent: allowed. */
  readonly allowsCommands?: boolean;
  readonly maxRunCost?: Amount;
  readonly maxRunTokens?: number;
}

export interface ProfileRecord extends NamedRecord {
  readonly policy: ModelPolicy;
  readonly dlp: DlpPolicy;
  readonly agent?: AgentLimits;
  /** For tokens of this profile without own limits. */
  readonly rateLimits: RateLimits;
}

export interface UserRecord extends NamedRecord {
  /** Name to sign in with, in lower case; unique. */
  readonly login: string;
  readonly role: "user" | "admin";
  readonly profileId: string;
  readonly sectorId: string;
  readonly isActive: boolean;
  /** scrypt with parameters and salt; absent if the user signs in only elsewhere. */
  readonly passwordHash?: string;
  /** `issuer subject` in the organisation's OpenID Connect. */
  readonly subject?: string;
  readonly openIdRequest?: OpenIdRequest;
}

/** An OpenID identity that signed in for this account and awaits an administrator's approval. */
export interface OpenIdRequest {
  readonly subject: string;
  readonly email: string;
  readonly name?: string;
  readonly requestedAt: Time;
}

export interface TokenRecord extends NamedRecord {
  /** SHA-256 in hexadecimal; the secret is never stored. */
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
  readonly format: "openai" | "anthropic" | "responses";
  /** Environment variable or file of the key. A secret is never stored. */
  readonly keyFrom?: { readonly variable: string } | { readonly file: string };
  readonly isActive: boolean;
}

/** Micro-units per million tokens. */
export interface Price {
  readonly input: Amount;
  readonly cachedInput?: Amount;
  readonly cacheWrite?: Amount;
  /** Of a cache entry that is kept for an hour; if absent, the larger of `cacheWrite` and twice `input`. */
  readonly cacheWriteHour?: Amount;
  readonly output: Amount;
}

/** A further server of a model. */
export interface FallbackRecord {
  readonly upstreamId: string;
  readonly upstreamModel?: string;
  /** Its share of the requests, relative to the other weights; absent for a fallback. */
  readonly weight?: number;
  /** If absent, the model's. */
  readonly price?: Price;
}

/** The hub's own data on a model; `id` is the id that clients use. */
export interface ModelRecord {
  readonly id: string;
  readonly name?: string;
  /** If absent, the upstreams' model lists decide. */
  readonly upstreamId?: string;
  readonly upstreamModel?: string;
  /** Share of the first upstream, if a further one has a weight; 1 if absent. */
  readonly upstreamWeight?: number;
  /** Tried in this order while the first upstream does not answer. */
  readonly fallbacks?: readonly FallbackRecord[];
  readonly contextLength?: number;
  readonly maxOutputTokens?: number;
  /** Form of fill-in-the-middle; if absent, the server's, else a chat. */
  readonly fim?: FimForm;
  /** False: no cache marks are set for an Anthropic upstream. */
  readonly promptCache?: boolean;
  readonly price?: Price;
  /** Prices from this many input tokens on, ascending; each applies to the whole request. */
  readonly tiers: readonly { readonly fromInputTokens: number; readonly price: Price }[];
  readonly isActive: boolean;
  readonly createdAt: Time;
}

/** Settings of the whole hub; one record with the id `hub`. */
export interface SettingsRecord {
  readonly id: "hub";
  readonly timeZone: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** 402 by default; 429 for clients that do not know 402. */
  readonly budgetStatus: 402 | 429;
  readonly defaultProfileId: string;
  readonly defaultSectorId: string;
  /** Age at which usage and audit may be removed; absent: never. */
  readonly retentionDays?: number;
  /** Refuses a model without a price where a money budget applies. */
  readonly refusesUnpriced?: boolean;
  /** SHA-256 in hexadecimal; never part of an answer. */
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

export type ApiFormat = "openai" | "anthropic" | "responses" | "embeddings" | "completions";

/** Caller and model: the part of a usage record known before the upstream request. */
export interface UsageSubject {
  readonly requestId: string;
  readonly sessionId?: string;
  /** The agent's run, from the header `X-Hub-Run`. */
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
  /** The part of `cacheWriteTokens` with a lifetime of an hour; used for the cost, never stored. */
  readonly cacheWriteHourTokens?: number;
  readonly outputTokens: number;
}

export type UsageOutcome = "complete" | "cut" | "client_abort" | "failed" | "aborted";

export interface UsageRecord extends UsageSubject, TokenUsage {
  readonly startedAt: Time;
  readonly endedAt: Time;
  /** In the hub's time zone, as `2026-11-21`. */
  readonly day: string;
  readonly cost: Amount;
  /**
   * `upstream`: reported by the upstream; `estimated`: counted by the hub without a usable report.
   */
  readonly usageSource: "upstream" | "estimated";
  readonly outcome: UsageOutcome;
  readonly status: number;
}

/** An event before it is chained. It never contains prompt text or a found value. */
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
    /** Why the policy's block was reduced to an alert. */
    readonly doubt?: string;
  }[];
  /**
   * Small facts, such as the budget that was reached or the fields that an administrator changed.
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
