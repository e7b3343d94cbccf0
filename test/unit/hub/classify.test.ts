import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { classify } from "../../../src/hub/errors/classify.ts";
import type { ErrorAnswer } from "../../../src/hub/errors/errorAnswer.ts";
import { failureSchema } from "../../../src/shared/failures/failure.ts";

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
    expect(failure).toEqual({
      kind: "upstream_error",
      isGeneral: true,
      httpStatus: 502,
      host: "hub.example.com",
    });
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
