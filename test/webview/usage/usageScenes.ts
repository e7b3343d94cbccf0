import type { UsageReport } from "../../../src/shared/hubApi/usageReport.ts";

export const report: UsageReport = {
  fetchedAt: Date.UTC(2026, 10, 21, 14, 3),
  currency: "BRL",
  timeZone: "America/Sao_Paulo",
  range: { start: "2026-11-01", end: "2026-11-30" },
  budgets: [
    {
      kind: "token",
      unit: "money",
      currency: "BRL",
      limit: "50.00",
      used: "9.00",
      remaining: "41.00",
      renewsAt: Date.UTC(2026, 11, 1, 3),
    },
    { kind: "profile", unit: "money", currency: "BRL", limit: "200", used: "168", remaining: "32" },
    { kind: "sector", unit: "tokens", limit: "1000000", used: "970000", remaining: "30000" },
    { kind: "user", unit: "money", currency: "BRL", used: "12.5" },
  ],
  rates: [{ unit: "requests", limit: 60, remaining: 58 }],
  totals: {
    requests: 214,
    inputTokens: 812_400,
    outputTokens: 90_300,
    cachedTokens: 0,
    cost: "9.00",
  },
  byDay: Array.from({ length: 15 }, (_, at) => ({
    key: `2026-11-${String(at + 5).padStart(2, "0")}`,
    requests: 10 + ((at * 7) % 13),
    inputTokens: 40_000 + ((at * 3571) % 30_000),
    outputTokens: 4000,
    cost: String(0.2 + ((at * 37) % 90) / 100),
  })),
  byModel: [
    { key: "gpt-x-large", requests: 120, inputTokens: 600_000, outputTokens: 60_000, cost: "7.10" },
    { key: "claude-y", requests: 94, inputTokens: 212_400, outputTokens: 30_300, cost: "1.90" },
  ],
  byApp: [
    { key: "vscode", requests: 200, inputTokens: 800_000, outputTokens: 80_000, cost: "8.80" },
    { key: "", requests: 14, inputTokens: 12_400, outputTokens: 10_300, cost: "0.20" },
  ],
};

/** Every state of the usage page that is drawn: its name, and the host's answer. */
export const usageScenes: readonly (readonly [name: string, answer: unknown])[] = [
  ["usage", { report, host: "hub.example.com" }],
  ["usage-failed", { failure: { kind: "dns", host: "hub.example.com" } }],
];
