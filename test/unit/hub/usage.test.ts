import { describe, expect, test } from "vitest";

import { readUsage } from "../../../src/hub/usage/usage.ts";

const now = Date.UTC(2026, 10, 21, 12);

const bucket = (start: number, results: readonly object[]) => ({
  object: "bucket",
  start_time: start,
  end_time: start + 86_400,
  results,
});

describe("reports of use", () => {
  test("this project's hub is read whole", () => {
    const body = {
      object: "token_usage",
      token: {
        id: "tok_1",
        name: "notebook",
        prefix: "sk_hub_…a1b2",
        profile: "dev",
        sector: "ti",
      },
      period: { key: "2026-11", time_zone: "America/Sao_Paulo" },
      range: { start: "2026-11-01", end: "2026-11-30" },
      totals: { requests: 2, input_tokens: 10, output_tokens: 3, cost: "0.002", currency: "USD" },
      budgets: [
        {
          scope: "token",
          unit: "USD",
          limit: "5.00",
          spent: "0.002",
          reserved: "0.001",
          remaining: "4.997",
          resets_at: "2026-12-01T03:00:00.000Z",
        },
        { scope: "sector", unit: "tokens", limit: "100", spent: "7", remaining: "93" },
      ],
      rate_limit: { requests_per_minute: { limit: 60, remaining: 58, reset_seconds: 1.2 } },
      by_day: [{ day: "2026-11-21", requests: 2, cost: "0.002" }],
      by_model: [{ model: "hub-demo", requests: 2 }],
      by_app: [{ app: "vscode", requests: 2 }],
    };
    expect(readUsage(body, now)).toEqual({
      fetchedAt: now,
      budgets: [
        {
          kind: "token",
          unit: "money",
          currency: "USD",
          limit: "5.00",
          used: "0.002",
          remaining: "4.997",
          period: "2026-11",
          renewsAt: Date.UTC(2026, 11, 1, 3),
        },
        {
          kind: "sector",
          unit: "tokens",
          limit: "100",
          used: "7",
          remaining: "93",
          period: "2026-11",
        },
      ],
      rates: [{ unit: "requests", limit: 60, remaining: 58 }],
      owner: { token: "notebook", profile: "dev", sector: "ti" },
      range: { start: "2026-11-01", end: "2026-11-30" },
      timeZone: "America/Sao_Paulo",
      currency: "USD",
      totals: { requests: 2, inputTokens: 10, outputTokens: 3, cost: "0.002" },
      byDay: [{ key: "2026-11-21", requests: 2, cost: "0.002" }],
      byModel: [{ key: "hub-demo", requests: 2 }],
      byApp: [{ key: "vscode", requests: 2 }],
    });
  });

  test("LiteLLM's key and user are two budgets in dollars", () => {
    const body = {
      key: "hashed",
      info: {
        key_alias: "ana",
        spend: 1.5e-7,
        max_budget: 2.5,
        budget_duration: "30d",
        budget_reset_at: "2026-12-01T00:00:00Z",
        rpm_limit: 60,
        tpm_limit: null,
      },
      user_info: { spend: 4, max_budget: null },
    };
    expect(readUsage(body, now)).toMatchObject({
      owner: { token: "ana" },
      budgets: [
        {
          kind: "token",
          used: "0.00000015",
          limit: "2.5",
          currency: "USD",
          period: "30d",
          renewsAt: Date.UTC(2026, 11, 1),
        },
        { kind: "user", used: "4" },
      ],
      rates: [{ unit: "requests", limit: 60 }],
    });
  });

  test("an unlimited quota of new-api has no limit and nothing left to tell", () => {
    const data = { name: "n", total_granted: 0, total_used: 12, total_available: 0 };
    const limited = readUsage({ code: true, data: { ...data, total_granted: 50 } }, now);
    const unlimited = readUsage({ code: true, data: { ...data, unlimited_quota: true } }, now);
    expect(limited?.budgets).toEqual([
      { kind: "token", name: "n", unit: "credits", used: "12", limit: "50", remaining: "0" },
    ]);
    expect(unlimited?.budgets).toEqual([{ kind: "token", name: "n", unit: "credits", used: "12" }]);
  });

  test("OpenRouter's key tells what is left, and its layers whose it is", () => {
    const data = {
      label: "sk-or…",
      limit: 10,
      limit_remaining: 7.5,
      usage: 99,
      usage_daily: 0.5,
      limit_reset: "monthly",
      budgets: [
        {
          scope: "team",
          limit_usd: 100,
          spend_usd: 20,
          remaining_usd: 80,
          reset_interval: "monthly",
        },
      ],
    };
    expect(readUsage({ data }, now)).toMatchObject({
      budgets: [
        { kind: "token", limit: "10", remaining: "7.5", period: "monthly" },
        { kind: "profile", limit: "100", used: "20", remaining: "80" },
      ],
      byDay: [{ key: "2026-11-21", cost: "0.5" }],
    });
    expect(readUsage({ data }, now)?.budgets[0]).not.toHaveProperty("used");
  });

  test("OpenAI's buckets are summed by day and by model, and cost that is not reported is absent", () => {
    const day = Date.UTC(2026, 10, 20) / 1000;
    const body = {
      object: "page",
      data: [
        bucket(day, [
          { model: "a", input_tokens: 10, output_tokens: 1, num_model_requests: 1 },
          { model: "b", input_tokens: 5, output_tokens: 1, num_model_requests: 2 },
        ]),
        bucket(day + 86_400, [{ model: "a", input_tokens: 1, output_tokens: 1 }]),
      ],
    };
    expect(readUsage(body, now)).toEqual({
      fetchedAt: now,
      budgets: [],
      rates: [],
      totals: { requests: 3, inputTokens: 16, outputTokens: 3 },
      byDay: [
        { key: "2026-11-20", requests: 3, inputTokens: 15, outputTokens: 2 },
        { key: "2026-11-21", inputTokens: 1, outputTokens: 1 },
      ],
      byModel: [
        { key: "a", requests: 1, inputTokens: 11, outputTokens: 2 },
        { key: "b", requests: 2, inputTokens: 5, outputTokens: 1 },
      ],
    });
  });

  test("numbers that are none, and what nobody reported, are absent and never 0", () => {
    const budgets = [
      { scope: "token", unit: "USD", limit: "1e999", spent: "many", remaining: null },
      { scope: 7, unit: "USD" },
      "not a budget",
    ];
    const report = readUsage({ budgets, totals: { requests: -1, cost: "NaN" } }, now);
    expect(report?.budgets).toEqual([
      { kind: "token", unit: "money", currency: "USD" },
      { kind: "other", unit: "money", currency: "USD" },
    ]);
    expect(report?.totals).toEqual({});
  });

  test.each([
    ["a text", "usage"],
    ["nothing", undefined],
    ["a list", []],
    ["a list of models", { data: [{ id: "m" }] }],
    ["an error", { error: { message: "no", type: "x" } }],
  ])("%s is no report", (_, body) => {
    expect(readUsage(body, now)).toBeUndefined();
  });

  test("a flood of budgets and rows is cut", () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({
      scope: "token",
      unit: "USD",
      day: `d${at}`,
    }));
    const report = readUsage({ budgets: many, by_day: many, totals: {} }, now);
    expect([report?.budgets.length, report?.byDay?.length]).toEqual([50, 1000]);
  });
});
