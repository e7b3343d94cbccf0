import { expect, test } from "vitest";

import { readUsageHeaders } from "../../../src/hub/usage/usageHeaders.ts";

const now = Date.UTC(2026, 10, 21, 12);
const read = (headers: Record<string, string>) => readUsageHeaders(new Headers(headers), now);

test("an answer that says nothing about limits gives nothing", () => {
  expect(read({ "content-type": "text/event-stream", "x-ratelimit-limit-tokens": "soon" })).toBe(
    undefined,
  );
});

test("this project's hub tells what is left of the tightest budget, and its rates", () => {
  expect(
    read({
      "x-hub-budget-remaining": "4.9857",
      "x-ratelimit-limit-requests": "60",
      "x-ratelimit-remaining-requests": "58",
      "x-ratelimit-reset-requests": "1.2s",
    }),
  ).toEqual({
    budgets: [{ kind: "other", unit: "money", remaining: "4.9857" }],
    rates: [{ unit: "requests", limit: 60, remaining: 58, resetsAt: now + 1200 }],
  });
});

test.each([
  ["1200 tokens", { unit: "tokens", remaining: "1200" }],
  ["BRL 41.5", { unit: "money", remaining: "41.5", currency: "BRL" }],
  ["0", { unit: "money", remaining: "0" }],
])("a budget left of %s is understood", (text, layer) => {
  expect(read({ "x-budget-remaining": text })?.budgets).toEqual([{ kind: "other", ...layer }]);
});

test("Anthropic's limits are told apart by direction", () => {
  const reset = new Date(now + 30_000).toISOString();
  expect(
    read({
      "anthropic-ratelimit-input-tokens-limit": "1000",
      "anthropic-ratelimit-input-tokens-remaining": "900",
      "anthropic-ratelimit-input-tokens-reset": reset,
      "anthropic-ratelimit-output-tokens-remaining": "10",
    })?.rates,
  ).toEqual([
    { unit: "inputTokens", limit: 1000, remaining: 900, resetsAt: now + 30_000 },
    { unit: "outputTokens", remaining: 10 },
  ]);
});

test.each([
  ["6m0s", 360_000],
  ["350ms", 350],
  ["12", 12_000],
  [String((now + 5000) / 1000), 5000],
])("a reset of %s is %d ms away", (reset, ms) => {
  expect(
    read({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset })?.rates[0]?.resetsAt,
  ).toBe(now + ms);
});

test("LiteLLM and LangWatch tell about a budget in their own ways", () => {
  expect(
    read({
      "x-litellm-key-spend": "1.25",
      "x-litellm-key-max-budget": "2.5",
      "x-langwatch-budget-warning": "project:95",
    })?.budgets,
  ).toEqual([
    { kind: "token", unit: "money", currency: "USD", used: "1.25", limit: "2.5" },
    { kind: "other", unit: "money", share: 0.95 },
  ]);
});
