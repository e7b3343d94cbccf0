import { inspect } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { ok } from "../../support/faultServer/steps.ts";
import { clientSecret, failureOf, json, never, Portal, tokenPath } from "./portal.ts";

const signal = never;
const text = "eyJhbGciOiJIUzI1NiJ9.eyJjIjoxMDAxfQ.CANARY_c2lnbmF0dXJl";

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
  portal.answer = () => json([]);
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

test("the token call is kept as it went over the wire, without its secrets on both sides", async () => {
  portal.token = () =>
    json(
      { access_token: text, token_type: "bearer", expires_in: 86_399, scope: "read write" },
      200,
      {
        "x-request-id": "req-1",
        "x-auth-token": text,
        "x-echo": `Bearer ${text}`,
      },
    );
  const client = portal.client();
  expect(await client.tokenExchange()).toBeUndefined();
  await client.checkAccess({ signal });
  const exchange = await client.tokenExchange();
  expect(exchange).toMatchObject({
    request: { call: "getToken", method: "POST" },
    url: `${portal.server.url}${tokenPath}`,
    answer: { status: 200, isCut: false },
    failure: undefined,
  });
  expect(exchange?.request.body).toBe(
    "grant_type=client_credentials&client_id=client-1&client_secret=•••",
  );
  expect(JSON.parse(exchange?.answer?.text ?? "")).toEqual({
    access_token: "•••",
    token_type: "bearer",
    expires_in: 86_399,
    scope: "read write",
  });
  expect(exchange?.answer?.headers).toContainEqual({ name: "x-request-id", value: "req-1" });
  expect(inspect(exchange, { depth: 10 })).not.toMatch(/CANARY|eyJ/u);
});

const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe("an answer to the token call keeps its words and loses its secrets", () => {
  test.each([
    ["JSON", json({ refresh_token: "short", id_token: text, mensagem: "Token gerado" })],
    [
      "a nested token",
      json({ token: { valor: "abc123", expires_in: 5 }, mensagem: "Token gerado" }),
    ],
    ["a foreign name", json({ chave: "abc123", x: text, y: uuid, mensagem: "Token gerado" })],
    ["JSON in a text", json(JSON.stringify({ access_token: "abc123", mensagem: "Token gerado" }))],
    ["a form", ok(`access_token=abc123&refresh_token=short&mensagem=Token%20gerado`)],
    ["XML", ok(`<r><access_token>abc123</access_token><mensagem>Token gerado</mensagem></r>`)],
    ["CDATA", ok(`<r><s:Token><![CDATA[abc123]]></s:Token><m>Token gerado</m></r>`)],
    ["an attribute", ok(`<r token="abc123" outro='${text}'><m>Token gerado</m></r>`)],
    ["plain text", ok(`Token gerado: abc123\n${text}\n${uuid}`)],
    ["a bearer", ok(`Token gerado. Authorization: Bearer abc123`)],
    [
      "an echo",
      ok(`Token gerado? client_secret=${clientSecret} ${encodeURIComponent(clientSecret)}`),
    ],
    [
      "a broken JSON",
      ok(`{"mensagem":"Token gerado","access_token":"abc123","refresh_token":"sho`),
    ],
    ["an escaped JSON", ok(`Token gerado {\\"access_token\\": \\"abc123\\"}`)],
  ])("%s", async (_, steps) => {
    for (const status of [200, 400, 500]) {
      portal.token = () => steps.map((step) => (step.do === "head" ? { ...step, status } : step));
      const client = portal.client({ name: String(status) });
      const error = await client.list("listStock", { signal }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const exchange = await client.tokenExchange();
      expect(exchange?.answer?.status).toBe(status);
      expect(exchange?.answer?.text).toMatch(/Token(?: |%20)gerado/u);
      const seen = inspect([exchange, error], { depth: 12 }) + JSON.stringify([exchange, error]);
      expect(seen).not.toMatch(/CANARY|eyJ|abc123|0f8fad5b|"sho|short/u);
      portal.tokens.forget({ baseUrl: portal.server.url, clientId: "client-1" });
    }
  });
});

test("errors of the token call stay readable", async () => {
  const body = {
    error: "invalid_client_credentials",
    error_description:
      "Bad client credentials: org.springframework.security.InvalidClientException",
    timestamp: "2026-11-24T15:52:07.123Z",
    path: "/sgi-api/oauth/token",
  };
  portal.token = () => json(body, 401);
  const client = portal.client();
  expect((await failureOf(client.checkAccess({ signal }))).kind).toBe("credentials");
  const { answer } = (await client.tokenExchange()) ?? {};
  expect([answer?.status, JSON.parse(answer?.text ?? "")]).toEqual([401, body]);
});

test("a token call without an answer says why", async () => {
  portal.token = () => [{ do: "close" }];
  const client = portal.client();
  await failureOf(client.checkAccess({ signal }));
  expect(await client.tokenExchange()).toMatchObject({
    answer: undefined,
    failure: "connectionLost",
  });
});

test("a long answer is cut, never within a secret", async () => {
  portal.token = () => ok("Token gerado ".concat(`${text} `.repeat(4_000)));
  const client = portal.client();
  await failureOf(client.checkAccess({ signal }));
  const { answer } = (await client.tokenExchange()) ?? {};
  expect(answer?.isCut).toBe(true);
  expect(answer?.text).toMatch(/^Token gerado(?: \*\*\*)* ?$/u);
});
