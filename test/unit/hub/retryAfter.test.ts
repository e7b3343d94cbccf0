import { describe, expect, test } from "vitest";

import { classify } from "../../../src/hub/errors/classify.ts";
import type { HubError } from "../../../src/hub/errors/hubError.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

function classified({
  headers = {},
  text = "",
  status = 429,
}: {
  readonly headers?: object;
  readonly text?: string;
  readonly status?: number;
}): HubError {
  return classify(
    { status, text, isFromStream: false, headers: new Headers(Object.entries(headers)) },
    { now, secrets: [], baseUrl: "https://hub.example.com/ai" },
  );
}

describe("how long to wait is understood in every form", () => {
  test.each<[string, object, unknown, number]>([
    ["milliseconds", { "retry-after-ms": "1500", "retry-after": "9" }, {}, 1500],
    ["seconds", { "retry-after": "7" }, {}, 7000],
    ["a date", { "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT" }, {}, 30_000],
    ["an hour", { "retry-after": "3600" }, {}, 3_600_000],
    [
      "Anthropic's reset",
      {
        "anthropic-ratelimit-requests-remaining": "0",
        "anthropic-ratelimit-requests-reset": "2026-11-21T12:00:05Z",
        "anthropic-ratelimit-tokens-remaining": "9",
        "anthropic-ratelimit-tokens-reset": "2026-11-21T13:00:00Z",
      },
      {},
      5000,
    ],
    [
      "OpenAI's reset, the later of two that are used up",
      {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "350ms",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "6m0s",
      },
      {},
      360_000,
    ],
    [
      "a reset as seconds since the epoch",
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": `${now / 1000 + 4}` },
      {},
      4000,
    ],
    [
      "a reset as milliseconds since the epoch",
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": `${now + 4000}` },
      {},
      4000,
    ],
    ["Kong's", { "X-AI-RateLimit-Retry-After-minute-openai": "42" }, {}, 42_000],
    ["gRPC's", {}, [{ error: { details: [{ retryDelay: "30s" }] } }], 30_000],
    ["a field", {}, { error: { message: "x", retry_after: 3 } }, 3000],
    ["a sentence in seconds", {}, { message: "Try again in 41 seconds." }, 41_000],
    ["a sentence with a duration", {}, { message: "Please try again in 6m0s." }, 360_000],
    ["a sentence in milliseconds", {}, { message: "Please try again in 350ms." }, 350],
    ["a sentence in minutes", {}, { message: "Please retry after 2 minutes" }, 120_000],
    ["a sentence with two units", {}, { message: "Try again in 1 minute 30 seconds" }, 90_000],
    ["a sentence with hours", {}, { message: "Rate limit. Try again in 1h2m3s." }, 3_723_000],
    ["Portuguese", {}, { mensagem: "Tente novamente em 20 segundos." }, 20_000],
    ["Portuguese with a comma", {}, { mensagem: "Aguarde 1,5 segundos" }, 1500],
    ["Spanish", {}, { mensaje: "Inténtelo de nuevo en 2 minutos" }, 120_000],
    ["what resets", {}, { message: "Limit reached, resets in 45s" }, 45_000],
    ["milliseconds of a body", {}, { error: { retry_after_ms: 250 } }, 250],
    ["a field in camel case", {}, { retryAfterSeconds: "12" }, 12_000],
    ["a field in Portuguese", {}, { erro: "x", tente_novamente_em: "15s" }, 15_000],
    ["a reset as a date", {}, { error: { reset_at: "2026-11-21T12:00:09Z" } }, 9000],
    ["a reset since the epoch", {}, { error: { resets_at: now / 1000 + 8 } }, 8000],
    ["a duration as an object", {}, { details: [{ retryDelay: { seconds: "3" } }] }, 3000],
    ["the draft's field", { ratelimit: "limit=10, remaining=0, reset=20" }, {}, 20_000],
    ["the newer draft's", { ratelimit: '"default";r=0;t=21' }, {}, 21_000],
    ["one limit", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "22" }, {}, 22_000],
    ["the body behind a useless header", { "retry-after": "0" }, { retry_after: 5 }, 5000],
  ])("%s", (_name, headers, body, retryAfterMs) => {
    const error = classified({ headers, text: JSON.stringify(body) });
    expect(error.retryAfterMs).toBe(retryAfterMs);
    expect(error.failure.retryAt).toBe(now + retryAfterMs);
  });

  test.each([
    { "retry-after": "soon" },
    { "retry-after": "0" },
    { "retry-after": "-5" },
    { "retry-after": "1e9" },
    { "retry-after": "NaN" },
    { "retry-after-ms": "-100" },
    { "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" },
    { "x-ratelimit-remaining": "3", "x-ratelimit-reset": "22" },
    { ratelimit: "limit=10, remaining=5, reset=20" },
    { "retry-after": "-5x" },
    { "x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "6m0s" },
    {},
  ])("%j says nothing", (headers) => {
    expect(classified({ headers }).retryAfterMs).toBeUndefined();
  });

  test.each([
    { retry_after: -3 },
    { retryDelay: "-34s" },
    { retry_after: null },
    { retry_after: "x" },
    { reset: {} },
    { message: "Try again in -5 seconds" },
    { message: "Try again in 5 bananas" },
    { message: "The wait of 3 people" },
  ])("a body with %j says nothing", (body) => {
    expect(classified({ text: JSON.stringify(body) }).retryAfterMs).toBeUndefined();
  });

  test.each([
    [{ "retry-after": "999999999" }, {}],
    [{ "retry-after": "999999999999999" }, {}],
    [{}, { retry_after: 1e300 }],
    [{}, { retry_after: "99999999999" }],
  ])("nonsense makes nobody hurry, nor wait for years: %j %j", (headers, body) => {
    const { retryAfterMs, failure } = classified({ headers, text: JSON.stringify(body) });
    expect([undefined, 31 * 24 * 3_600_000]).toContain(retryAfterMs);
    expect(failure.retryAt).toBeUndefined();
  });

  test("a short wait with a budget is no renewal, a long one is", () => {
    const body = { text: JSON.stringify({ error: "budget_exceeded" }), status: 402 };
    expect(
      classified({ ...body, headers: { "retry-after": "5" } }).failure.retryAt,
    ).toBeUndefined();
    expect(classified({ ...body, headers: { "retry-after": "86400" } }).failure.retryAt).toBe(
      now + 86_400_000,
    );
  });
});
