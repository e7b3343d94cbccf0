import { describe, expect, test } from "vitest";

import { type Failure, failureKindSchema } from "../../../src/shared/failures/failure.ts";
import { describeFailure, describeFindings } from "../../../src/shared/failures/failureWords.ts";
import { setOwnKinds } from "../../../src/shared/guarded/ownKindsInUse.ts";

function described(type: string): string {
  return describeFindings([type], "pt-br");
}

test("a finding of the hub's own kinds has the organisation's words", () => {
  try {
    setOwnKinds([
      { placeholder: "CARDHOLDER", labels: { en: "Card holder", "pt-br": "Titular do cartão" } },
    ]);
    expect(described("own.CARDHOLDER")).toContain("titular do cartão");
    expect(described("own.CARDS")).toContain("CARDS");
    expect(described("own.<img>")).not.toContain("img");
  } finally {
    setOwnKinds();
  }
});

const hostile = "[click](command:evil) <img src=x> sk_hub_secret";

describe.each(["en", "pt-br"] as const)("in %s", (locale) => {
  test.each(failureKindSchema.options)("%s says what happened and what to do next", (kind) => {
    const { headline, nextStep } = describeFailure({ kind }, locale);
    expect(headline).toMatch(/^\p{Lu}.+\.$/u);
    expect(nextStep).toMatch(/^\p{Lu}.+\.$/u);
    expect(headline + nextStep).not.toMatch(/undefined|NaN|!/u);
  });

  test.each(failureKindSchema.options)("%s repeats nothing that a server wrote freely", (kind) => {
    const { headline, nextStep } = describeFailure(
      {
        kind,
        hubCode: hostile,
        requestId: hostile,
        scope: hostile,
        limit: hostile,
        used: hostile,
        host: hostile,
        systemCode: hostile,
        raw: hostile,
        dlpFindings: [{ type: hostile, count: 1 }],
        retryAt: 1e300,
      },
      locale,
    );
    expect(headline + nextStep).not.toMatch(/command:|<img|sk_hub/u);
  });

  test("each kind has words of its own", () => {
    const headlines = failureKindSchema.options.map(
      (kind) => describeFailure({ kind }, locale).headline,
    );
    expect(new Set(headlines).size).toBe(headlines.length);
  });
});

test.each([
  [
    "en",
    "The hub closed the connection without an answer. Nothing that you wrote is lost. Try again.",
  ],
  [
    "pt-br",
    "O hub fechou a conexão sem responder. Nada do que você escreveu se perdeu. Tente de novo.",
  ],
] as const)("a connection that closed without an answer is said as that in %s", (locale, text) => {
  const { headline, nextStep } = describeFailure({ kind: "truncated", isUnanswered: true }, locale);
  expect(`${headline} ${nextStep}`).toBe(text);
});

test("a value that only alerts says why it was not blocked", () => {
  const failure: Failure = {
    kind: "dlp_alert",
    dlpFindings: [
      { type: "card", count: 1, doubt: "trial" },
      { type: "cpf", count: 2 },
    ],
  };
  expect(describeFailure(failure, "en").headline).toBe(
    "The hub noticed sensitive data in this conversation: 1\u00a0×\u00a0card number (looks like test data) and 2\u00a0×\u00a0CPF.",
  );
  expect(describeFailure(failure, "pt-br").headline).toContain(
    "1\u00a0×\u00a0número de cartão (parece dado de teste)",
  );
});

test("a budget names whose it is, what was used, and when it renews", () => {
  const failure = {
    kind: "budget_exhausted",
    scope: "sector",
    used: "1234.5",
    limit: "1000",
    retryAt: new Date(2026, 11, 1, 0, 0).getTime(),
  } as const;
  expect(describeFailure(failure, "en")).toEqual({
    headline: "The budget of your sector is used up (1,234.5 of 1,000).",
    nextStep: expect.stringMatching(/^It renews on Dec 1, 2026/u) as string,
  });
  expect(describeFailure(failure, "pt-br").headline).toBe(
    "O orçamento do seu setor acabou (1.234,5 de 1.000).",
  );
});

test.each([
  ["en", "BRL", "(R$500.00 of R$1,000.00)"],
  ["pt-br", "BRL", "(R$\u00a0500,00 de R$\u00a01.000,00)"],
  ["en", "tokens", "(500 of 1,000 tokens)"],
  ["pt-br", "points", "(500 de 1.000)"],
] as const)("a budget in the words of %s in %s", (locale, unit, spent) => {
  const failure = { kind: "budget_exhausted", used: "500", limit: "1000", unit } as const;
  expect(describeFailure(failure, locale).headline).toContain(spent);
});

test("sensitive data is named by kind and count, a kind that is not known as such", () => {
  const dlpFindings = [
    { type: "BR_CPF", count: 2 },
    { type: "EMAIL_ADDRESS", count: 1 },
    { type: "something-else", count: 3 },
  ];
  expect(describeFailure({ kind: "dlp_request", dlpFindings }, "pt-br").headline).toBe(
    "O hub bloqueou a sua mensagem porque ela contém dados sensíveis: 2\u00a0×\u00a0CPF, 1\u00a0×\u00a0e-mail e 3\u00a0×\u00a0outros dados sensíveis.",
  );
});

test("a host and a system code are mentioned where they tell something", () => {
  expect(describeFailure({ kind: "dns", host: "hub.example.com" }, "en").headline).toBe(
    "hub.example.com was not found on the network.",
  );
  expect(describeFailure({ kind: "tls", systemCode: "CERT_HAS_EXPIRED" }, "en").headline).toBe(
    "The secure connection to the hub could not be checked (CERT_HAS_EXPIRED).",
  );
});

test.each([
  ["budget_exhausted", 402, "The hub asks for payment or credit (402)."],
  ["rate_limited", 429, "The hub takes no more requests for now (429)."],
  ["overloaded", 503, "The hub cannot answer right now (503)."],
  ["dlp_request", 446, "A protection rule of the hub stopped your message."],
  ["dlp_response", 446, "A protection rule of the hub stopped the answer."],
] as const)("%s that only status %i tells claims no cause", (kind, httpStatus, headline) => {
  expect(describeFailure({ kind, httpStatus, isGeneral: true }, "en").headline).toBe(headline);
  expect(describeFailure({ kind, httpStatus }, "en").headline).not.toBe(headline);
});

test("a status of success is never named as a cause", () => {
  expect(describeFailure({ kind: "upstream_error", httpStatus: 200 }, "en").headline).toBe(
    "The service behind the hub failed.",
  );
});
