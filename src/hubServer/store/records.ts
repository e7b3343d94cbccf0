import type { DlpPolicy } from "../../shared/guarded/sensitiveKinds.ts";
import type { AgentLevel } from "../../shared/hubApi/agentLevels.ts";
import type { AuditKind } from "../../shared/hubApi/auditKinds.ts";
import type { FimForm } from "../../shared/hubApi/fimForms.ts";

/** Epoch milliseconds. */
export type Time = number;

/** Integer micro-units (1,000,000 = 1.00) of the hub's currency, or integer tokens; below 2^53. */
export type Amount = number;

export interface ModelPolicy {
  /** Patterns with `*`; empty allows every model. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly maxOutputTokens?: number;
  readonly allowsTools: boolean;
  readonly allowsImages: boolean;
  /** Absent: allowed. */
  readonly allowsCompletion?: boolean;
  readonly forced: Readonly<Record<string, unknown>>;
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

/** An absent field sets no limit. */
export interface AgentLimits {
  readonly isAllowed: boolean;
  readonly maxLevel?: AgentLevel;
  /** Patterns with `*`; empty allows no server. */
  readonly mcpServers: readonly string[];
  /** `server/tool@hash`. A server with an entry is limited to its entries. */
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
  readonly rateLimits: RateLimits;
}

export interface UserRecord extends NamedRecord {
  readonly login: string;
  readonly role: "user" | "admin";
  readonly profileId: string;
  readonly sectorId: string;
  readonly isActive: boolean;
  readonly passwordHash?: string;
  /** OpenID Connect's `issuer subject`. */
  readonly subject?: string;
  readonly openIdRequest?: OpenIdRequest;
}

/** Awaits an administrator's approval. */
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
  /** If absent, the owner's applies (`tokenPlace`). */
  readonly profileId?: string;
  readonly sectorId?: string;
  readonly expiresAt?: Time;
  readonly revokedAt?: Time;
  readonly lastUsedAt?: Time;
  readonly rateLimits: RateLimits;
  /** Present if a person signed a device in: the secret then changes at each renewal. */
  readonly device?: SignedInDevice;
}

/** The renewal of a device's token. Hashes are SHA-256 in hexadecimal. */
export interface SignedInDevice {
  /** The program's `client_id`. */
  readonly client: string;
  /** Of the part that all refresh tokens of this device share: it proves an old one genuine. */
  readonly familyHash: string;
  readonly refreshHash: string;
  /** Of the refresh token before; it is accepted for a moment, as its answer may be lost. */
  readonly previousHash?: string;
  readonly renewedAt: Time;
  /** Without a renewal until then, the device is signed out. */
  readonly refreshUntil: Time;
}

/** A device that asks for a person's approval (RFC 8628). */
export interface DeviceGrant {
  /** SHA-256 of the code that the person compares. */
  readonly userCodeHash: string;
  /** SHA-256 of the code that the device keeps. */
  readonly deviceCodeHash: string;
  readonly client: string;
  readonly deviceName: string;
  /** Network address of the device. */
  readonly address: string;
  readonly createdAt: Time;
  readonly expiresAt: Time;
}

export type BudgetScope = "token" | "user" | "profile" | "sector";

export interface BudgetRecord {
  readonly id: string;
  readonly scope: BudgetScope;
  readonly subjectId: string;
  readonly unit: "money" | "tokens";
  /** Per calendar month. */
  readonly limit: Amount;
  readonly warnAt: readonly number[];
  readonly createdAt: Time;
}

export interface UpstreamRecord extends NamedRecord {
  readonly url: string;
  readonly format: "openai" | "anthropic" | "responses";
  /** A secret is never stored. */
  readonly keyFrom?: { readonly variable: string } | { readonly file: string };
  readonly isActive: boolean;
}

/** Micro-units per million tokens. */
export interface Price {
  readonly input: Amount;
  readonly cachedInput?: Amount;
  readonly cacheWrite?: Amount;
  /** For an hour; default: the larger of `cacheWrite` and twice `input`. */
  readonly cacheWriteHour?: Amount;
  readonly output: Amount;
}

export interface FallbackRecord {
  readonly upstreamId: string;
  readonly upstreamModel?: string;
  /** Relative to the other weights; absent for a fallback. */
  readonly weight?: number;
  /** Default: the model's. */
  readonly price?: Price;
}

/** `id` is the id for clients. */
export interface ModelRecord {
  readonly id: string;
  readonly name?: string;
  /** Default: by the upstreams' model lists. */
  readonly upstreamId?: string;
  readonly upstreamModel?: string;
  /** Share of the first upstream; default 1. */
  readonly upstreamWeight?: number;
  readonly fallbacks?: readonly FallbackRecord[];
  readonly contextLength?: number;
  readonly maxOutputTokens?: number;
  /** Default: the server's form, else a chat. */
  readonly fim?: FimForm;
  /** False: no cache marks for an Anthropic upstream. */
  readonly promptCache?: boolean;
  readonly price?: Price;
  /** Ascending; a price applies to the whole request. */
  readonly tiers: readonly { readonly fromInputTokens: number; readonly price: Price }[];
  readonly isActive: boolean;
  readonly createdAt: Time;
}

/** One record with the id `hub`. */
export interface SettingsRecord {
  readonly id: "hub";
  readonly timeZone: string;
  readonly currency: string;
  /** 429 for clients that do not know 402. */
  readonly budgetStatus: 402 | 429;
  readonly defaultProfileId: string;
  readonly defaultSectorId: string;
  /** Absent: no removal. */
  readonly retentionDays?: number;
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

export interface UsageSubject {
  readonly requestId: string;
  readonly sessionId?: string;
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
  /** Part of `cacheWriteTokens`; never stored. */
  readonly cacheWriteHourTokens?: number;
  readonly outputTokens: number;
}

export type UsageOutcome = "complete" | "cut" | "client_abort" | "failed" | "aborted";

export interface UsageRecord extends UsageSubject, TokenUsage {
  readonly startedAt: Time;
  readonly endedAt: Time;
  /** `2026-11-21`, in the hub's time zone. */
  readonly day: string;
  readonly cost: Amount;
  /** `estimated`: no usable report. */
  readonly usageSource: "upstream" | "estimated";
  readonly outcome: UsageOutcome;
  readonly status: number;
}

/** Never contains prompt text or a found value. */
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
    readonly doubt?: string;
  }[];
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

export interface AuditRecord extends AuditEvent {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly prevHash: string;
  /** SHA-256 in hexadecimal of `prevHash` and the canonical JSON of all other fields. */
  readonly hash: string;
}
