import { type DlpPolicy, readDlpPolicy } from "../../../shared/guarded/sensitiveKinds.ts";
import { defaultSectorId, openPolicy } from "../../store/builtInRecords.ts";
import type {
  BudgetRecord,
  ModelPolicy,
  ModelRecord,
  Price,
  ProfileRecord,
  RateLimits,
  SectorRecord,
} from "../../store/records.ts";

/** The lab's profile shows every action of data protection. */
export const labProfileId = "profile_lab";
export const labModel = "hub-demo";

interface LabProfile {
  readonly id: string;
  readonly name: string;
  readonly dlp: DlpPolicy;
  readonly policy?: Partial<ModelPolicy>;
  readonly rateLimits?: RateLimits;
}

const profiles: readonly LabProfile[] = [
  {
    id: labProfileId,
    name: "Demonstration",
    dlp: readDlpPolicy({
      cpf: "mask",
      cnpj: "alert",
      card: "block",
      email: "alert",
      phone: "allow",
    }),
  },
  {
    id: "profile_developers",
    name: "Developers",
    dlp: readDlpPolicy({
      cpf: "block",
      cnpj: "alert",
      card: "block",
      email: "allow",
      phone: "allow",
    }),
    rateLimits: { requestsPerMinute: 120, tokensPerMinute: 400_000, parallelRequests: 8 },
  },
  {
    id: "profile_service",
    name: "Customer service",
    dlp: readDlpPolicy({ cpf: "mask", cnpj: "mask", card: "block", email: "mask", phone: "mask" }),
    policy: { allowsTools: false, allowsImages: false, maxOutputTokens: 2_048 },
    rateLimits: { requestsPerMinute: 30, tokensPerMinute: 60_000, parallelRequests: 2 },
  },
  {
    id: "profile_trainees",
    name: "Trainees",
    dlp: readDlpPolicy({
      cpf: "block",
      cnpj: "block",
      card: "block",
      email: "alert",
      phone: "alert",
    }),
    policy: {
      allow: ["hub-*"],
      deny: ["*-large"],
      allowsImages: false,
      maxOutputTokens: 1_024,
      forced: { temperature: 0.2 },
      capped: { top_p: 0.9 },
    },
    rateLimits: { requestsPerMinute: 10, tokensPerMinute: 20_000, parallelRequests: 1 },
  },
];

const sectors = [
  { id: "sector_technology", name: "Technology" },
  { id: "sector_sales", name: "Sales" },
  { id: "sector_service", name: "Customer service" },
] as const;

export interface LabUser {
  readonly id: string;
  readonly name: string;
  readonly login: string;
  readonly role: "user" | "admin";
  readonly profileId: string;
  readonly sectorId: string;
  readonly app: string;
}

const people: readonly (readonly [name: string, profile: string, sector: string, app: string])[] = [
  ["Ana Souza", "profile_developers", "sector_technology", "vscode"],
  ["Bruno Lima", "profile_developers", "sector_technology", "claude-code"],
  ["Carla Mendes", "profile_developers", "sector_technology", "vscode"],
  ["Daniel Rocha", "profile_trainees", "sector_technology", "vscode"],
  ["Elisa Martins", "profile_developers", "sector_sales", "opencode"],
  ["Fábio Nunes", "profile_service", "sector_sales", "crm"],
  ["Gabriela Dias", "profile_service", "sector_sales", "crm"],
  ["Heitor Alves", "profile_trainees", "sector_sales", "vscode"],
  ["Isabel Castro", "profile_service", "sector_service", "help-desk"],
  ["João Ferreira", "profile_service", "sector_service", "help-desk"],
  ["Karina Lopes", "profile_service", "sector_service", "help-desk"],
  ["Lucas Prado", "profile_trainees", "sector_service", "vscode"],
];

export const labUsers: readonly LabUser[] = people.map(
  ([name, profileId, sectorId, app], index) => {
    const key = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replace(" ", ".");
    return {
      id: `user_${key}`,
      name,
      login: `${key}@example.com`,
      role: index === 0 ? "admin" : "user",
      profileId,
      sectorId,
      app,
    };
  },
);

export function labSectors(now: number): readonly SectorRecord[] {
  return sectors.map((sector) => ({ ...sector, createdAt: now }));
}

export function labProfiles(now: number): readonly ProfileRecord[] {
  return profiles.map(({ policy, rateLimits = {}, ...profile }) => ({
    ...profile,
    policy: { ...openPolicy, ...policy },
    rateLimits,
    createdAt: now,
  }));
}

const money = 1_000_000;

/** The default sector's budget exceeds any load test of the printed token. */
export function labBudgets(now: number): readonly BudgetRecord[] {
  const budgets = [
    ["sector", "sector_technology", "money", 12 * money],
    ["sector", "sector_sales", "money", 6 * money],
    ["sector", "sector_service", "money", 10 * money],
    ["sector", defaultSectorId, "money", 100_000 * money],
    ["profile", "profile_trainees", "tokens", 1_500_000],
    ["user", "user_ana.souza", "money", 3 * money],
    ["user", "user_bruno.lima", "money", 1.5 * money],
    ["user", "user_heitor.alves", "tokens", 500_000],
    ["token", tokenIdOf("user_karina.lopes"), "money", 2 * money],
  ] as const;
  return budgets.map(([scope, subjectId, unit, limit]) => ({
    id: `budget_${subjectId}`,
    scope,
    subjectId,
    unit,
    limit,
    warnAt: [50, 80, 100],
    createdAt: now,
  }));
}

export const labPrice: Price = { input: 5 * money, cachedInput: 0.5 * money, output: 15 * money };

export function labModels(now: number): readonly ModelRecord[] {
  return [
    {
      id: labModel,
      price: labPrice,
      tiers: [{ fromInputTokens: 128_000, price: { input: 10 * money, output: 30 * money } }],
      isActive: true,
      createdAt: now,
    },
  ];
}

export function tokenIdOf(userId: string): string {
  return userId.replace("user_", "tok_");
}
