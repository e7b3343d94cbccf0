import type {
  AuditEvent,
  BudgetRecord,
  OwnKindRecord,
  ProfileRecord,
  SectorRecord,
  TokenRecord,
  UsageSubject,
  UserRecord,
} from "../../../src/hubServer/store/records.ts";
import type {
  BudgetClaim,
  Reservation,
  Settlement,
  Store,
} from "../../../src/hubServer/store/store.ts";
import { readDlpPolicy } from "../../../src/shared/guarded/sensitiveKinds.ts";

/** One database of a test. */
export interface StoreFixture {
  /** Each call is another store on the same data, as in another process. */
  readonly open: () => Store | Promise<Store>;
  /** Past the store, as somebody with the database's password does. */
  readonly execute: (sql: string) => void | Promise<void>;
  readonly remove: () => void | Promise<void>;
}

export type MakeFixture = () => StoreFixture | Promise<StoreFixture>;

export const noon = Date.UTC(2026, 10, 21, 12);

export const subject: UsageSubject = {
  requestId: "req-1",
  tokenId: "tok-1",
  userId: "user-1",
  profileId: "dev",
  sectorId: "it",
  app: "vscode",
  model: "hub-demo",
  format: "openai",
};

export function reservationOf(id: string, changes: Partial<Reservation> = {}): Reservation {
  return {
    id,
    subject,
    now: noon,
    day: "2026-11-21",
    leaseUntil: noon + 60_000,
    budgets: [],
    rateLimits: {},
    inputTokens: 100,
    outputTokens: 500,
    inputCost: 50,
    perMillionOutput: 1_500_000,
    ...changes,
  };
}

/** A budget in money at 1.5 micro-units for a token of the answer, 50 for the input. */
export function moneyClaim(budgetId: string, limit: number): BudgetClaim {
  return {
    budgetId,
    period: "2026-11",
    limit,
    fixed: 50,
    perMillionOutput: 1_500_000,
    unit: "money",
  };
}

export function tokenClaim(budgetId: string, limit: number): BudgetClaim {
  return {
    budgetId,
    period: "2026-11",
    limit,
    fixed: 100,
    perMillionOutput: 1_000_000,
    unit: "tokens",
  };
}

/** A budget's month in most tests. */
export function november(budgetId: string): Pick<BudgetClaim, "budgetId" | "period"> {
  return { budgetId, period: "2026-11" };
}

export function settlementOf(id: string, changes: Partial<Settlement> = {}): Settlement {
  return {
    id,
    now: noon + 2_000,
    inputTokens: 110,
    cachedTokens: 10,
    cacheWriteTokens: 0,
    outputTokens: 200,
    cost: 355,
    usageSource: "upstream",
    outcome: "complete",
    status: 200,
    latencyMs: 2_000,
    ...changes,
  };
}

/** The cap of the worker's task `spend`. */
export const spendingCap = 400_000;

export const novemberUsage = { fromDay: "2026-11-01", toDay: "2026-11-30" };

export const sector: SectorRecord = { id: "it", name: "IT", createdAt: noon };

export const profile: ProfileRecord = {
  id: "dev",
  name: "Developers",
  createdAt: noon,
  policy: {
    allow: ["hub-*"],
    deny: [],
    allowsTools: true,
    allowsImages: true,
    forced: { temperature: 0 },
    capped: {},
  },
  dlp: readDlpPolicy({
    cpf: "block",
    cnpj: "block",
    card: "block",
    email: "alert",
    phone: "allow",
  }),
  rateLimits: { requestsPerMinute: 60 },
  agent: {
    isAllowed: true,
    maxLevel: "edits",
    mcpServers: ["git"],
    mcpPins: [`git/log@${"a1".repeat(32)}`],
    maxRunCost: 5_000_000,
  },
};

const hashes = "AAECAwQFBgc=".repeat(100_000);

export const ownKind: OwnKindRecord = {
  id: "kind-1",
  name: "Employee",
  createdAt: noon,
  rule: {
    placeholder: "EMPLOYEE",
    labels: { en: "Employee", "pt-br": "Funcionário" },
    pattern: String.raw`FUN\-\d{6}|\x{0}é"\\`,
    near: ["matrícula"],
    check: { by: "weights", weights: [2, 3, 4], modulus: 11 },
  },
  action: "mask",
  profiles: { dev: "block" },
  actsFrom: noon + 1,
  isActive: true,
  terms: { key: "a1".repeat(16), hashes, beginnings: hashes, count: 100_000, words: 3 },
  changedAt: noon,
};

export const user: UserRecord = {
  id: "user-1",
  name: "Ana",
  login: "ana@example.com",
  role: "user",
  profileId: "dev",
  sectorId: "it",
  isActive: true,
  createdAt: noon,
};

export const token: TokenRecord = {
  id: "tok-1",
  name: "notebook",
  hash: "aa".repeat(32),
  last4: "a1b2",
  userId: "user-1",
  profileId: "dev",
  sectorId: "it",
  rateLimits: {},
  createdAt: noon,
};

export const budget: BudgetRecord = {
  id: "budget-1",
  scope: "user",
  subjectId: "user-1",
  unit: "money",
  limit: 5_000_000,
  warnAt: [80, 100],
  createdAt: noon,
};

/** Sector, profile, user and token that the records above refer to. */
export async function putOrganisation(store: Pick<Store, "records">): Promise<void> {
  await store.records.put("sector", sector);
  await store.records.put("profile", profile);
  await store.records.put("user", user);
  await store.records.put("token", token);
}

export function eventOf(changes: Partial<AuditEvent> = {}): AuditEvent {
  return { kind: "admin.change", time: noon, detail: { what: "profile dev" }, ...changes };
}

/** Strings that have broken databases before. */
export const hostileTexts: readonly string[] = [
  "",
  "'; DROP TABLE record; --",
  '"double" and `back` and \\back\\slash',
  "NUL \0 in the middle",
  "emoji 👩‍💻 and ação",
  "lone high \ud83d and low \udc00 surrogates",
  "line\r\nbreaks\u2028and\u2029more",
  "% _ * ? $1 ?1 :name @name",
  "\u0000d83d \\ud83d \\u0000",
  "=cmd|'/C calc'!A0",
  "x".repeat(100_000),
];

export async function collect<T>(all: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of all) {
    items.push(item);
  }
  return items;
}
