import type { HashedTerms } from "../../dlp/own/terms.ts";
import type { DataProtection } from "../../shared/guarded/dataProtection.ts";
import type { OwnKind } from "../../shared/guarded/ownKinds.ts";
import type { DlpAction, DlpPolicy } from "../../shared/guarded/sensitiveKinds.ts";
import type { AgentLevel } from "../../shared/hubApi/agentLevels.ts";
import type { AuditKind } from "../../shared/hubApi/auditKinds.ts";
import type { DoneCheck } from "../../shared/hubApi/doneChecks.ts";
import type { FimForm } from "../../shared/hubApi/fimForms.ts";
import type { ProfileClient } from "../../shared/hubApi/hubClientRules.ts";
import type { HubSkill } from "../../shared/hubApi/hubSkills.ts";

export type Time = number;

/** Integer micro-units (1,000,000 = 1.00) of the hub's currency, or integer tokens; below 2^53. */
export type Amount = number;

export interface ModelPolicy {
  /** Patterns with `*`; an empty list allows every model. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly maxOutputTokens?: number;
  readonly allowsTools: boolean;
  readonly allowsImages: boolean;
  readonly allowsCompletion?: boolean;
  readonly forced: Readonly<Record<string, unknown>>;
  readonly capped: Readonly<Record<string, number>>;
}

export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly parallelRequests?: number;
}

/** The limits of a request. Only completions and next edits have `completionsPerMinute`, which they share. */
export interface RequestLimits extends RateLimits {
  readonly completionsPerMinute?: number;
}

interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Time;
}

export type SectorRecord = NamedRecord;

export interface AgentLimits {
  readonly isAllowed: boolean;
  readonly maxLevel?: AgentLevel;
  /** Patterns with `*`; an empty list allows no server. */
  readonly mcpServers: readonly string[];
  /** Pins, as `server/tool@hash`. A server with an entry is limited to its entries. */
  readonly mcpPins?: readonly string[];
  readonly allowsCommands?: boolean;
  readonly webSites?: readonly string[];
  readonly checks?: readonly DoneCheck[];
  readonly maxRunCost?: Amount;
  readonly maxRunTokens?: number;
}

export interface ProfileRecord extends NamedRecord {
  readonly policy: ModelPolicy;
  readonly dlp: DlpPolicy;
  readonly protection?: DataProtection;
  readonly agent?: AgentLimits;
  /** Patterns of paths whose content stays on the machines. */
  readonly exclusions?: readonly string[];
  readonly skills?: readonly HubSkill[];
  readonly client?: ProfileClient;
  readonly rateLimits: RateLimits;
}

/** A kind of sensitive data that the organisation defines; `name` is its English label. */
export interface OwnKindRecord extends NamedRecord {
  readonly rule: OwnKind;
  readonly action: DlpAction;
  /** Other actions of some profiles, by their ids. */
  readonly profiles: Readonly<Record<string, DlpAction>>;
  /** Before this time its values are only counted. */
  readonly actsFrom?: Time;
  readonly isActive: boolean;
  readonly terms?: HashedTerms;
  readonly changedAt: Time;
}

export interface UserRecord extends NamedRecord {
  readonly login: string;
  readonly role: "user" | "admin";
  readonly profileId: string;
  readonly sectorId: string;
  readonly isActive: boolean;
  readonly passwordHash?: string;
  readonly subject?: string;
  readonly openIdRequest?: OpenIdRequest;
  /**
   * The time at which the organisation's sign-in refused this person: no token or session works until the next
   * sign-in there.
   */
  readonly refusedAt?: Time;
}

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
  readonly profileId?: string;
  readonly sectorId?: string;
  readonly expiresAt?: Time;
  readonly revokedAt?: Time;
  readonly lastUsedAt?: Time;
  readonly rateLimits: RateLimits;
  /** Present if a person signed a device in: the secret then changes at each renewal. */
  readonly device?: SignedInDevice;
}

export interface SignedInDevice {
  readonly client: string;
  /** A hash of the part that all refresh tokens of this device share, to recognise an old one. */
  readonly familyHash: string;
  readonly refreshHash: string;
  /**
   * The hash of the refresh token before; it is accepted for a moment, because the answer with the new token may be
   * lost.
   */
  readonly previousHash?: string;
  /** Random: without it, an old refresh token and the hub's key do not tell the next secrets. */
  readonly seed?: string;
  readonly renewedAt: Time;
  readonly refreshUntil: Time;
}

export interface DeviceGrant {
  readonly userCodeHash: string;
  readonly deviceCodeHash: string;
  readonly client: string;
  readonly deviceName: string;
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
  readonly limit: Amount;
  readonly warnAt: readonly number[];
  readonly createdAt: Time;
}

export interface UpstreamRecord extends NamedRecord {
  readonly url: string;
  readonly format: "openai" | "anthropic" | "responses";
  /** Where the key is; the key itself is never stored. */
  readonly keyFrom?: { readonly variable: string } | { readonly file: string };
  readonly isActive: boolean;
}

/** Micro-units per million tokens. */
export interface Price {
  readonly input: Amount;
  readonly cachedInput?: Amount;
  readonly cacheWrite?: Amount;
  /** Price of cache entries that last an hour; default: the larger of `cacheWrite` and twice `input`. */
  readonly cacheWriteHour?: Amount;
  readonly output: Amount;
}

export interface FallbackRecord {
  readonly upstreamId: string;
  readonly upstreamModel?: string;
  readonly weight?: number;
  readonly price?: Price;
  readonly isInHouse?: boolean;
}

/** `id` is the id for clients. */
export interface ModelRecord {
  readonly id: string;
  readonly name?: string;
  readonly upstreamId?: string;
  readonly upstreamModel?: string;
  readonly upstreamWeight?: number;
  readonly fallbacks?: readonly FallbackRecord[];
  readonly contextLength?: number;
  readonly maxOutputTokens?: number;
  /** How the model fills in text; default: as its server reports, else by chat. */
  readonly fim?: FimForm;
  readonly promptCache?: boolean;
  /** Its first upstream runs in the organisation; a further one only if it is marked itself. */
  readonly isInHouse?: boolean;
  readonly price?: Price;
  /** Prices by size of the input, ascending; a price applies to the whole request. */
  readonly tiers: readonly { readonly fromInputTokens: number; readonly price: Price }[];
  readonly isActive: boolean;
  readonly createdAt: Time;
}

export interface SettingsRecord {
  readonly id: "hub";
  readonly timeZone: string;
  readonly currency: string;
  /** 429 is for clients that do not know 402. */
  readonly budgetStatus: 402 | 429;
  readonly defaultProfileId: string;
  readonly defaultSectorId: string;
  readonly retentionDays?: number;
  readonly refusesUnpriced?: boolean;
  /** SHA-256 in hexadecimal; never part of an answer. */
  readonly adminTokenHash?: string;
}

export interface RecordTypes {
  readonly sector: SectorRecord;
  readonly profile: ProfileRecord;
  readonly ownKind: OwnKindRecord;
  readonly user: UserRecord;
  readonly token: TokenRecord;
  readonly budget: BudgetRecord;
  readonly upstream: UpstreamRecord;
  readonly model: ModelRecord;
  readonly settings: SettingsRecord;
}

export type RecordKind = keyof RecordTypes;

export interface SessionRecord {
  readonly hash: string;
  readonly userId: string;
  readonly csrfToken: string;
  readonly createdAt: Time;
  readonly expiresAt: Time;
}

/** `edits`: the next edit near the cursor. */
export type ApiFormat =
  | "openai"
  | "anthropic"
  | "responses"
  | "embeddings"
  | "completions"
  | "edits";

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
  /** `estimated`: the upstream sent no usable report. */
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
    /** The sub-kind of a secret. */
    readonly secret?: string;
  }[];
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

export interface AuditRecord extends AuditEvent {
  readonly seq: number;
  readonly prevHash: string;
  /** SHA-256 in hexadecimal of `prevHash` and the canonical JSON of all other fields. */
  readonly hash: string;
}
