import { inspect } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { ok } from "../../support/faultServer/steps.ts";
import { clientSecret, failureOf, html, json, never, Portal } from "./portal.ts";

const signal = never;
const text = "CANARY-token-abcdefghijklmnop";
const bare = {
  access_token: text,
  token_type: "bearer",
  expires_in: 86_399,
  scope: "read write",
  codigoSeller: 1001,
  ambiente: "HML",
};

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
  portal.answer = () => json([]);
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

describe("a token is taken from the shape", () => {
  test.each(
    Object.entries({
      "of the specification": json(bare),
      "with numbers as texts": json({ ...bare, expires_in: "86399", codigoSeller: "1001" }),
      "without a type": json({ ...bare, token_type: undefined }),
      "in capital spelling": json({ ...bare, token_type: "Bearer" }),
      "in camel case": json({ accessToken: text, tokenType: "bearer", expiresIn: 86_399 }),
      "of one name only": json({ token: text }),
      "in a wrapper": json({ sucesso: true, codigoSeller: 1001, data: bare }),
      "in a wrapper of its name": json({ token: bare }),
      "in a list of one": json([bare]),
      "as JSON in a text": json(JSON.stringify(bare)),
      "after a byte order mark": ok(`\uFEFF${JSON.stringify(bare)}`, {
        "content-type": "application/json",
      }),
      "as a plain text": ok(JSON.stringify(bare), { "content-type": "text/plain" }),
      "of another success": json(bare, 201),
      "beside fields of other kinds": json({ ...bare, refresh_token: 7, id_token: "x", scope: [] }),
      "with a lifetime that is none": json({ ...bare, expires_in: 0 }),
    }),
  )("%s", async (_, steps) => {
    portal.token = () => steps;
    const list = await portal.client().list("listStock", { signal });
    expect(list.entries).toEqual([]);
    expect(portal.calls[0]?.headers.authorization).toBe(`Bearer ${text}`);
    expect(portal.tokenRequests).toHaveLength(1);
  });
});

test("a token of another seller is refused for writes in a wrapper, too", async () => {
  portal.token = () => json({ codigoSeller: 2002, data: { accessToken: text } });
  const parameters = { codigoProdutoMarketplace: 123, quantidadeEstoque: 5 };
  const error = await failureOf(portal.client().call("updateStock", { parameters }, { signal }));
  expect([error.kind, portal.calls.length]).toEqual(["mismatch", 0]);
});

describe("a success without a token says what the portal says, and never what might be one", () => {
  test.each([
    [json({ sucesso: false, mensagem: `Cliente inativo ${clientSecret}` }), "rejected", /inativo/u],
    [json({ status: "ERRO", erros: [{ mensagem: "Sem acesso" }] }), "rejected", /Sem acesso/u],
    [json({ error: "invalid_client", error_description: "Unknown" }), "credentials", /Unknown/u],
    [json({ jwt: text }), "unreadable", undefined],
    [ok(text, { "content-type": "text/plain" }), "unreadable", undefined],
    [ok(`<token>${text}</token>`, { "content-type": "text/xml" }), "unreadable", undefined],
    [html(), "notThePortal", undefined],
  ] as const)("%j is %s", async (steps, kind, detail) => {
    portal.token = () => steps;
    const error = await failureOf(portal.client().list("listStock", { signal }));
    expect([error.kind, portal.calls.length]).toEqual([kind, 0]);
    expect(error.details.detail ?? "").toMatch(detail ?? /^$/u);
    expect(inspect(error, { depth: 10 }) + JSON.stringify(error)).not.toContain("CANARY");
  });
});
