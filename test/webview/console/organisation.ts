import type {
  AuditEntry,
  Budget,
  Model,
  OwnKind,
  Profile,
  Run,
  Sector,
  Settings,
  Token,
  Upstream,
  UpstreamHour,
  User,
} from "../../../src/console/data/types.ts";
import { readDlpPolicy } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { auditEntries } from "./auditEntries.ts";
import { ownKinds } from "./kindRecords.ts";
import { runs } from "./runRecords.ts";

export interface Organisation {
  sectors: Sector[];
  profiles: Profile[];
  kinds: OwnKind[];
  users: User[];
  tokens: Token[];
  budgets: Budget[];
  models: Model[];
  upstreams: Upstream[];
  health: UpstreamHour[];
  settings: Settings;
  /** Newest first. */
  audit: AuditEntry[];
  /** Newest first. */
  runs: Run[];
}

const made = "2026-03-02T12:00:00Z";

export function sector(id: string, name: string): Sector {
  return { id, name, created_at: made };
}

export function profile(id: string, name: string, change: Partial<Profile> = {}): Profile {
  return {
    id,
    name,
    created_at: made,
    policy: {
      allow: ["gpt-x*", "claude-*"],
      deny: ["*-preview"],
      max_output_tokens: 8192,
      allows_tools: true,
      allows_images: true,
      allows_completion: true,
      forced: {},
      capped: { temperature: 1 },
    },
    dlp: readDlpPolicy({ phone: "allow" }),
    rate_limits: { requests_per_minute: 60, tokens_per_minute: 200_000, parallel_requests: 4 },
    agent: {
      is_allowed: true,
      max_level: "edits",
      mcp_servers: ["git", "docs-*"],
      mcp_pins: [`git/log@${"a1".repeat(32)}`],
      allow_commands: true,
      max_run_cost: "5.00",
      max_run_tokens: 1_000_000,
    },
    ...change,
  };
}

export function user(id: string, name: string, change: Partial<User> = {}): User {
  return {
    id,
    name,
    login: `${id}@acme.example`,
    role: "user",
    profile_id: "pro_dev",
    sector_id: "sec_eng",
    is_active: true,
    has_password: true,
    openid: null,
    created_at: made,
    ...change,
  };
}

export function token(id: string, name: string, change: Partial<Token> = {}): Token {
  return {
    id,
    object: "token",
    name,
    prefix: `sk_hub_…${id.slice(-4)}`,
    user_id: "ana",
    profile_id: null,
    sector_id: null,
    effective_profile_id: "pro_dev",
    effective_sector_id: "sec_eng",
    rate_limits: {},
    created_at: "2026-09-14T13:20:00Z",
    expires_at: null,
    revoked_at: null,
    last_used_at: "2026-11-21T14:48:00Z",
    ...change,
  };
}

export function budget(id: string, change: Partial<Budget> = {}): Budget {
  return {
    id,
    scope: "sector",
    subject_id: "sec_eng",
    unit: "money",
    limit: "2000.00",
    warn_at: [80, 95],
    created_at: made,
    period: "2026-11",
    resets_at: "2026-12-01T03:00:00Z",
    spent: "1204.37",
    reserved: "18.20",
    remaining: "777.43",
    forecast: "1812.60",
    ...change,
  };
}

function model(id: string, change: Partial<Model> = {}): Model {
  return {
    id,
    name: null,
    upstream_id: null,
    upstream_model: null,
    context_length: 128_000,
    max_output_tokens: 16_384,
    price: { input: "12.50", cached_input: "1.25", cache_write: null, output: "50.00" },
    tiers: [],
    is_active: true,
    owned_by: "openai",
    is_edited: true,
    ...change,
  };
}

function upstream(id: string, name: string, change: Partial<Upstream> = {}): Upstream {
  return {
    id,
    name,
    url: `https://api.${name}.example/v1`,
    format: "openai",
    key_from: { variable: `AI_HUB_UPSTREAM_${name.toUpperCase()}_KEY` },
    is_active: true,
    created_at: made,
    source: "record",
    key_problem: null,
    ...change,
  };
}

function hour(
  upstreamName: string,
  name: string,
  change: Partial<UpstreamHour> = {},
): UpstreamHour {
  return {
    upstream: upstreamName,
    model: name,
    avoided_until: null,
    attempts: 1_284,
    failures: 0,
    first_text_ms: 640,
    tokens_per_second: 71.4,
    ...change,
  };
}

/** A small company with a little of everything. */
export function organisation(): Organisation {
  return {
    sectors: [sector("sec_eng", "Engineering"), sector("sec_sup", "Atendimento ao cliente")],
    kinds: ownKinds(),
    profiles: [
      profile("pro_dev", "Developers"),
      profile("pro_svc", "Services", {
        dlp: readDlpPolicy({ cpf: "block", cnpj: "block", email: "mask", phone: "mask" }),
        rate_limits: { requests_per_minute: 600 },
      }),
    ],
    users: [
      user("ana", "Ana Luísa Prado", { role: "admin" }),
      user("bruno", "Bruno Teixeira"),
      user("dora", "Dora Alves", {
        role: "admin",
        openid: {
          state: "waiting",
          subject: "https://id.acme.example 00u7",
          email: "Dora@acme.example",
          name: "Dora Alves",
          requested_at: made,
        },
      }),
      user("chen", "Chen Wei", { is_active: false, has_password: false, sector_id: "sec_sup" }),
    ],
    tokens: [
      token("tok_a1b2", "VS Code on my laptop"),
      token("tok_c3d4", "Cursor", {
        user_id: "bruno",
        last_used_at: "2026-11-20T20:10:00Z",
        created_at: "2026-08-03T11:00:00Z",
        expires_at: "2027-01-31T02:59:59Z",
      }),
      token("tok_d3v1", "Visual Studio Code on bruno-notebook", {
        user_id: "bruno",
        created_at: "2026-09-01T11:00:00Z",
        expires_at: "2026-11-21T22:00:00Z",
        device: { client: "ai-hub-vscode", signed_in_until: "2026-12-01T11:00:00Z" },
      }),
      token("tok_e5f6", "Support bot", {
        user_id: null,
        profile_id: "pro_svc",
        sector_id: "sec_sup",
        effective_profile_id: "pro_svc",
        effective_sector_id: "sec_sup",
        rate_limits: { requests_per_minute: 300 },
      }),
      token("tok_g7h8", "Trial", { expires_at: "2026-10-31T02:59:59Z", last_used_at: null }),
      token("tok_i9j0", "Old laptop", {
        last_used_at: "2026-10-30T20:10:00Z",
        revoked_at: "2026-11-02T18:00:00Z",
      }),
    ],
    budgets: [
      budget("bud_1"),
      budget("bud_2", {
        scope: "user",
        subject_id: "bruno",
        limit: "150.00",
        spent: "131.80",
        reserved: "0.90",
        remaining: "17.30",
        forecast: "192.44",
      }),
      budget("bud_3", {
        scope: "token",
        subject_id: "tok_a1b2",
        unit: "tokens",
        limit: "5000000",
        spent: "1184220",
        reserved: "0",
        remaining: "3815780",
        forecast: "1760000",
      }),
      budget("bud_4", {
        scope: "profile",
        subject_id: "pro_svc",
        limit: "800.00",
        spent: "800.00",
        reserved: "0",
        remaining: "0",
        forecast: "1142.00",
      }),
    ],
    models: [
      model("gpt-x-large", { name: "GPT X Large" }),
      model("claude-y", {
        owned_by: "anthropic",
        context_length: 200_000,
        tiers: [{ from_input_tokens: 200_000, price: { input: "25.00", output: "75.00" } }],
      }),
      model("vendor/qwen-coder:7b", { owned_by: "local", price: null, is_edited: false }),
      model("gpt-x-2024", { is_active: false, context_length: null }),
    ],
    upstreams: [
      upstream("up_1", "openai"),
      upstream("up_2", "anthropic", { format: "anthropic", key_problem: "It has no key." }),
      upstream("up_3", "local", {
        url: "http://10.0.0.7:11434/v1",
        key_from: null,
        source: "flag",
      }),
    ],
    health: [
      hour("openai", "gpt-x-large"),
      hour("anthropic", "claude-y", {
        avoided_until: "2026-11-21T15:04:05Z",
        attempts: 37,
        failures: 5,
      }),
      hour("local", "vendor/qwen-coder:7b", { first_text_ms: null, tokens_per_second: null }),
    ],
    settings: {
      time_zone: "America/Sao_Paulo",
      currency: "BRL",
      budget_status: 402,
      default_profile_id: "pro_dev",
      default_sector_id: "sec_eng",
      refuses_unpriced: false,
      retention_days: null,
    },
    audit: auditEntries(),
    runs: runs(),
  };
}
