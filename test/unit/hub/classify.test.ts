import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { classify } from "../../../src/hub/classify.ts";
import type { ErrorAnswer } from "../../../src/hub/errorAnswer.ts";
import { failureSchema } from "../../../src/shared/failure.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const token = "sk-odd-shape-0123456789abcdef";
const context = { now, secrets: [token], baseUrl: "https://hub.example.com/ai" };

function classified(answer: Partial<Omit<ErrorAnswer, "headers">> & { headers?: object } = {}) {
  return classify(
    {
      status: 429,
      text: "",
      isFromStream: false,
      ...answer,
      headers: new Headers(Object.entries(answer.headers ?? {})),
    },
    context,
  );
}

function withBody(body: unknown, status = 400) {
  return classified({ status, text: JSON.stringify(body) }).failure;
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

describe("what else an error says", () => {
  test("the hub's own code rather than its type, its id, and the sentence", () => {
    const text = JSON.stringify({
      error: { message: "Slow", type: "rate_limit_error", code: "rate_limit_exceeded" },
    });
    const { failure } = classified({ text, headers: { "x-request-id": "req_1" } });
    expect(failure).toEqual({
      kind: "rate_limited",
      httpStatus: 429,
      hubCode: "rate_limit_exceeded",
      requestId: "req_1",
      host: "hub.example.com",
      raw: "Slow",
    });
  });

  test("of a budget: whose it is, limit, use and renewal", () => {
    const budget = {
      scope: "user",
      limit: "5.00",
      spent: "5.01",
      resets_at: "2026-12-01T03:00:00Z",
    };
    expect(
      withBody({ error: { code: "budget_exceeded", message: "x", budget } }, 402),
    ).toMatchObject({
      kind: "budget_exhausted",
      scope: "user",
      limit: "5.00",
      used: "5.01",
      retryAt: Date.parse("2026-12-01T03:00:00Z"),
    });
  });

  test("of LiteLLM's budget: limit and use from its sentence", () => {
    const message = "Budget has been exceeded! Current cost: 3.1, Max budget: 2.5";
    expect(withBody({ error: { message, type: "budget_exceeded" } }, 429)).toMatchObject({
      used: "3.1",
      limit: "2.5",
    });
  });

  test("of a budget in Portuguese: the same", () => {
    const orcamento = {
      escopo: "team",
      limite: "5,00",
      gasto: 6,
      renova_em: "2026-12-01T03:00:00Z",
    };
    expect(withBody({ erro: "orcamento_excedido", orcamento }, 429)).toMatchObject({
      kind: "budget_exhausted",
      hubCode: "orcamento_excedido",
      scope: "team",
      limit: "5,00",
      used: "6",
      retryAt: Date.parse("2026-12-01T03:00:00Z"),
    });
  });

  test.each<[unknown, readonly string[]]>([
    [
      { erro: "Modelo não permitido", modelos_permitidos: ["m-1", { id: "m-2" }, 3] },
      ["m-1", "m-2"],
    ],
    [{ error: { message: "Access denied", allowedModels: "m-1, m-2" } }, ["m-1", "m-2"]],
    [
      { error: "This key can only access models=['m-1', 'm-2']. Tried to access gpt-4" },
      ["m-1", "m-2"],
    ],
    [{ detail: "Modelo não permitido. Opções: {'m-1', 'm-2'}" }, ["m-1", "m-2"]],
    [{ message: "Model gpt-4 is not allowed for you" }, []],
  ])("of a model that is not permitted: those that are, in %j", (body, models) => {
    const failure = withBody(body, 403);
    expect([failure.kind, failure.models ?? []]).toEqual(["policy_model", models]);
  });

  test("of sensitive data: kinds and counts, never anything else", () => {
    const dlp = [
      { type: "cpf", count: 2, field: "messages[0]", value: "529.982.247-25" },
      { type: "email", count: 0.5 },
      { count: 3 },
      "card",
    ];
    const failure = withBody({ error: { code: "dlp_blocked", message: "x", dlp } });
    expect(failure.dlpFindings).toEqual([
      { type: "cpf", count: 2 },
      { type: "email", count: 1 },
    ]);
    expect(JSON.stringify(failure)).not.toContain("529.982");
  });

  test("of a redirect: where it points to", () => {
    const location = "https://evil.example:8443/x";
    const { failure } = classified({ status: 302, headers: { location } });
    expect(failure).toMatchObject({ kind: "redirect_refused", host: "evil.example:8443" });
    expect(classified({ status: 307, headers: { location: "/login" } }).failure.host).toBe(
      "hub.example.com",
    );
  });

  test("a message that is an array or an object becomes sentences", () => {
    const detail = [{ loc: ["body"], msg: "field required" }, { msg: "too long" }];
    expect(withBody({ detail }, 422).raw).toBe("field required\ntoo long");
    expect(withBody({ error: { message: { error: "Violated" } } }).raw).toBe("Violated");
  });

  test("a page is not shown, not even as text", () => {
    const { failure } = classified({ status: 502, text: "<html><script>alert(1)</script>" });
    expect(failure).toEqual({ kind: "upstream_error", httpStatus: 502, host: "hub.example.com" });
  });

  test.each([
    [200, "not_a_hub"],
    [400, "not_a_hub"],
    [401, "not_a_hub"],
    [403, "not_a_hub"],
    [404, "not_a_hub"],
    [407, "proxy_auth"],
    [413, "request_too_large"],
    [429, "rate_limited"],
    [500, "upstream_error"],
    [503, "overloaded"],
    [504, "upstream_error"],
  ] as const)("a page with status %i is %s", (status, kind) => {
    expect(classified({ status, text: "\n <!doctype html><p>Rate limit" }).kind).toBe(kind);
  });

  test("an error sent as an event of a stream is read as that", () => {
    const text = 'event: error\ndata: {"error":{"code":"model_not_found","message":"x"}}\n\n';
    expect(classified({ status: 400, text }).kind).toBe("model_not_found");
  });

  test("a status inside tells more than a general one outside", () => {
    expect(withBody({ error: { code: 429, message: "busy" } }, 500).kind).toBe("rate_limited");
    expect(withBody({ error: { code: 400, message: "busy" } }, 429).kind).toBe("rate_limited");
  });
});

const wordsOfErrors =
  "error message code type status detail dlp budget details resets_at retryDelay retry_after " +
  "request_id scope __proto__ count limit spent statusCode hook_results choices";

describe("an error's text is hostile", () => {
  test("an echoed token is hidden, in any of its forms", () => {
    const base64 = btoa(token);
    const message = `Key ${token} (${base64}) for sk_hub_someoneElse99 is unknown`;
    const failure = withBody({ error: { message, code: `bad ${token}` } }, 401);
    expect(failure.raw).toMatch(/^Key \*\*\* \(\*\*\*=*\) for \*\*\* is unknown$/u);
    expect(JSON.stringify(failure)).not.toContain(token);
  });

  test("control characters, terminal escapes and direction marks are taken out", () => {
    const message = "a\u001B[31mb\u0007c\u202Ed\u0000e\u200Bf\ng";
    expect(withBody({ error: { message } }).raw).toBe("abcdef\ng");
  });

  test("it is cut at 4 KiB", () => {
    expect(withBody({ error: { message: "x".repeat(100_000) } }).raw).toHaveLength(4096);
  });

  test("deep nesting and many fields end somewhere", () => {
    const deep = "[".repeat(40_000) + "]".repeat(40_000);
    expect(classified({ status: 500, text: deep }).kind).toBe("upstream_error");
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, { a: i }]));
    expect(withBody(wide, 500).kind).toBe("upstream_error");
  });

  test("whatever a server sends, there is an error, and it can be stored and shown", () => {
    const words = fc.constantFrom(...wordsOfErrors.split(" "));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.oneof(
          fc.string(),
          fc.double(),
          fc.constantFrom(429, "budget", "2026-01-01", "30s", null, true),
        ),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(words, tie("value"), { maxKeys: 6 }),
      ),
    }));
    const text = fc.oneof(
      value.map((json) => JSON.stringify(json)),
      fc.string({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 200, max: 599 }),
        fc.boolean(),
        (body, status, isFromStream) => {
          const { failure } = classified({ text: body, status, isFromStream });
          expect(failureSchema.safeParse(failure).success).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
