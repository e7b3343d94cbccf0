import { inspect } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { status, write } from "../../support/faultServer/steps.ts";
import {
  clientSecret,
  failureOf,
  html,
  json,
  never,
  Portal,
  stalled,
  tokenPath,
} from "./portal.ts";

const signal = never;
const order = { parameters: { numeroPedido: 1 } };
const stock = { parameters: { codigoProdutoMarketplace: 123, quantidadeEstoque: 50 } };

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

function authorizations(): readonly unknown[] {
  return portal.calls.map(({ headers }) => headers.authorization);
}

const bearer = (issue: number): string => `Bearer CANARY-token-${issue}-abcdefghijklmnop`;

test("the token is asked for with exactly the form that the specification shows", async () => {
  await portal.client().checkAccess({ signal });
  expect(portal.tokenRequests).toMatchObject([
    {
      method: "POST",
      path: tokenPath,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  ]);
  const [request] = portal.tokenRequests;
  expect(request?.headers).not.toHaveProperty("authorization");
  expect([...new URLSearchParams(request?.body)]).toEqual([
    ["grant_type", "client_credentials"],
    ["client_id", "client-1"],
    ["client_secret", clientSecret],
  ]);
});

test("access says what the token says of itself, and not the token", async () => {
  const access = await portal.client().checkAccess({ signal });
  expect(access).toEqual({
    facts: { expiresInS: 86_399, scope: "read write", codigoSeller: 1001, ambiente: "HML" },
    expiresAt: portal.clock.now() + 86_399_000,
    mismatches: [],
  });
});

test("fifty calls at once, of two clients, share one token request", async () => {
  const clients = [portal.client(), portal.client()];
  await Promise.all(
    Array.from({ length: 25 }, () => clients)
      .flat()
      .map((client) => client.call("getOrder", order, { signal })),
  );
  expect(portal.tokenRequests).toHaveLength(1);
  expect(new Set(authorizations())).toEqual(new Set([bearer(1)]));
});

test("aborting one call leaves the token request to the others", async () => {
  const { asked, answer } = stalled();
  portal.token = answer;
  const controller = new AbortController();
  const aborted = failureOf(portal.client().call("getOrder", order, { signal: controller.signal }));
  const waiting = failureOf(portal.client().call("getOrder", order, { signal }));
  await asked;
  controller.abort();
  expect((await aborted).kind).toBe("cancelled");
  expect(portal.tokenRequests).toHaveLength(1);
  await portal.server[Symbol.asyncDispose]();
  expect((await waiting).kind).toBe("connectionLost");
});

test("a token that was forgotten is used no more", async () => {
  const client = portal.client();
  await client.call("getOrder", order, { signal });
  portal.tokens.forget({ baseUrl: portal.server.url, clientId: "client-1" });
  await client.call("getOrder", order, { signal });
  expect(authorizations()).toEqual([bearer(1), bearer(2)]);
});

describe("renewal", () => {
  test("a token is renewed a minute before its end", async () => {
    const client = portal.client();
    await client.call("getOrder", order, { signal });
    portal.clock.advance((86_399 - 60) * 1000 - 1);
    await client.call("getOrder", order, { signal });
    portal.clock.advance(1);
    await client.call("getOrder", order, { signal });
    expect(authorizations()).toEqual([bearer(1), bearer(1), bearer(2)]);
  });

  test("a short-lived token is renewed at a tenth of its life", async () => {
    portal.tokenFields = { expires_in: 100 };
    const client = portal.client();
    await client.call("getOrder", order, { signal });
    portal.clock.advance(89_999);
    await client.call("getOrder", order, { signal });
    portal.clock.advance(1);
    await client.call("getOrder", order, { signal });
    expect(authorizations()).toEqual([bearer(1), bearer(1), bearer(2)]);
  });

  test.each([undefined, null, "soon"])(
    "a token whose lifetime is %j is good until it is refused",
    async (lifetime) => {
      portal.tokenFields = { expires_in: lifetime };
      const client = portal.client();
      await client.call("getOrder", order, { signal });
      portal.clock.advance(10 * 86_400_000);
      portal.answer = (_, attempt) => (attempt === 2 ? status(401) : json({}));
      await client.call("getOrder", order, { signal });
      expect(authorizations()).toEqual([bearer(1), bearer(1), bearer(2)]);
    },
  );

  test("while a renewal fails, what is left of the old token is used", async () => {
    const client = portal.client();
    await client.call("getOrder", order, { signal });
    portal.clock.advance((86_399 - 30) * 1000);
    portal.token = () => status(503);
    await client.call("getOrder", order, { signal });
    expect(authorizations()).toEqual([bearer(1), bearer(1)]);
    portal.clock.advance(30_000);
    const { kind } = await failureOf(client.call("getOrder", order, { signal }));
    expect(kind).toBe("serverError");
  });
});

describe("a refused token", () => {
  test("a write refused with 401 is sent once more with a new token", async () => {
    portal.answer = (_, attempt) => (attempt === 1 ? status(401) : json({}));
    await portal
      .client()
      .call("cancelOrder", { parameters: {}, body: { numeroPedido: 1 } }, { signal });
    expect(authorizations()).toEqual([bearer(1), bearer(2)]);
    expect(portal.calls[0]?.body).toBe(portal.calls[1]?.body);
  });

  test("a second 401 is final", async () => {
    portal.answer = () => status(401);
    const { kind } = await failureOf(portal.client().call("updateStock", stock, { signal }));
    expect([kind, portal.calls.length, portal.tokenRequests.length]).toEqual([
      "unauthorized",
      2,
      2,
    ]);
  });

  test("many calls refused at once ask for one new token", async () => {
    const client = portal.client();
    portal.answer = ({ headers }) => (headers.authorization === bearer(1) ? status(401) : json({}));
    await Promise.all(Array.from({ length: 20 }, () => client.call("getOrder", order, { signal })));
    expect(portal.tokenRequests).toHaveLength(2);
  });
});

describe("whose token it is", () => {
  const mismatches = [
    { fields: { codigoSeller: 2002 }, field: "codigoSeller", expected: 1001, actual: 2002 },
    {
      fields: { codigoSeller: undefined },
      field: "codigoSeller",
      expected: 1001,
      actual: undefined,
    },
    { fields: { ambiente: "PRD" }, field: "ambiente", expected: "HML", actual: "PRD" },
    { fields: { ambiente: undefined }, field: "ambiente", expected: "HML", actual: undefined },
  ];

  test.each(mismatches)("writes are refused with $fields, reads are not", async (mismatch) => {
    portal.tokenFields = mismatch.fields;
    const client = portal.client();
    const { kind, details } = await failureOf(client.call("updateStock", stock, { signal }));
    const { field, expected, actual } = mismatch;
    expect([kind, details.mismatches]).toEqual(["mismatch", [{ field, expected, actual }]]);
    expect(portal.calls).toEqual([]);
    await client.call("getOrder", order, { signal });
    expect(portal.calls).toHaveLength(1);
  });

  test("the sandbox's token does not write in production", async () => {
    const client = portal.client({ kind: "production" });
    const { kind } = await failureOf(client.call("updateStock", stock, { signal }));
    expect(kind).toBe("mismatch");
    portal.tokenFields = { ambiente: "PRD" };
    portal.clock.advance(86_399_000);
    await client.call("updateStock", stock, { signal });
    expect(portal.calls).toHaveLength(1);
  });

  test("a token that is renewed for another seller after a 401 does not write either", async () => {
    portal.answer = () => {
      portal.tokenFields = { codigoSeller: 2002 };
      return status(401);
    };
    const { kind } = await failureOf(portal.client().call("updateStock", stock, { signal }));
    expect([kind, portal.calls.length]).toEqual(["mismatch", 1]);
  });
});

describe("what the token's address may answer instead", () => {
  test.each([
    [
      json({ error: "invalid_client", error_description: `no ${clientSecret}` }, 401),
      "credentials",
    ],
    [json({ error: "invalid_client" }, 400), "credentials"],
    [json({ error: "invalid_scope" }, 400), "rejected"],
    [status(401), "credentials"],
    [status(403), "forbidden"],
    [status(404), "notFound"],
    [status(429), "rateLimited"],
    [status(429, { "retry-after": "61" }), "rateLimited"],
    [status(500), "serverError"],
    [status(302, { location: "https://login.example.com" }), "redirected"],
    [html(), "notThePortal"],
    [json({}), "unreadable"],
    [json([]), "unreadable"],
    [json({ access_token: "CANARY-token\r\nX: y", token_type: "bearer" }), "unreadable"],
    [json({ access_token: "CANARY-token", token_type: "mac" }), "unreadable"],
    [status(204), "unreadable"],
    [status(200), "unreadable"],
  ] as const)("%j is %s, and a cancellation was surely not sent", async (steps, kind) => {
    portal.token = () => steps;
    const error = await failureOf(
      portal
        .client()
        .call("cancelOrder", { parameters: {}, body: { numeroPedido: 1 } }, { signal }),
    );
    expect([error.kind, portal.calls.length]).toEqual([kind, 0]);
    const shown = inspect(error, { depth: 10 }) + JSON.stringify(error);
    expect(shown).not.toContain("CANARY");
  });

  test("half a token's answer is unreadable", async () => {
    portal.token = () => [
      { do: "head", headers: { "content-type": "application/json" } },
      write('{"access_token":"CANARY-tok'),
      { do: "end" },
    ];
    const error = await failureOf(portal.client().checkAccess({ signal }));
    expect(error.kind).toBe("unreadable");
    expect(inspect(error, { depth: 10 })).not.toContain("CANARY");
  });
});
