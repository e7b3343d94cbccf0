import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { failureText } from "../../../src/seller/chatTools/failureText.ts";
import { ok, status, write } from "../../support/faultServer/steps.ts";
import { failureOf, html, json, never, Portal } from "./portal.ts";

const signal = never;
const order = { parameters: { numeroPedido: 55 } };
const stock = { parameters: { codigoProdutoMarketplace: 123, quantidadeEstoque: 50 } };
const cancellation = { parameters: {}, body: { numeroPedido: 55 } };
const shown = { numeroPedido: 55 };

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

const loginPage = '<!doctype html><form action="/login"><input type="password" name="p"></form>';

/** Answers that say by themselves that the portal did not look at the call. */
const refusals = [
  ["a challenge", status(403, { "www-authenticate": 'Bearer realm="p", error="invalid_token"' })],
  ["a bare challenge", status(400, { "www-authenticate": "Bearer" })],
  ["the code of RFC 6750", json({ error: "invalid_token" }, 403)],
  ["this code in a success", json({ error: "invalid_token" })],
  ["this code in a failure", json({ error: "invalid_token" }, 500)],
  ["a code in a list", json({ erros: [{ codigo: "TOKEN_EXPIRADO", mensagem: "Ops" }] }, 400)],
  ["problem+json", json({ type: "https://p.example/problems/token-expired", status: 403 }, 403)],
  ["a sentence in a 403", json({ mensagem: "Sessão expirada, autentique de novo" }, 403)],
  ["a sentence in a 400", json({ message: "Access token has expired" }, 400)],
  [
    "a login page in a 403",
    [
      { do: "head", status: 403, headers: { "content-type": "text/html" } },
      write(loginPage),
      { do: "end" },
    ],
  ],
] as const;

const signIns = [
  ["a login page", ok(loginPage, { "content-type": "text/html" })],
  ["a redirect to a login", status(302, { location: "/entrar?de=%2Festoque" })],
] as const;

/** Answers after which the call may have been done. */
const doubts = [
  ["a web page", html()],
  ["a sentence in XML", ok("<erro><mensagem>Token expirado</mensagem></erro>")],
  ["a sentence in a success", json({ mensagem: "Sua sessão expirou" })],
  ["a refusal in a success", json({ sucesso: false, mensagem: "Token inválido" })],
  ["a sentence in a failure", json({ message: "JWT expired" }, 500)],
] as const;

describe.each([
  ...refusals.map((one) => [...one, { stock: 2, cancellation: 2 }] as const),
  ...signIns.map((one) => [...one, { stock: 2, cancellation: 1 }] as const),
  ...doubts.map((one) => [...one, { stock: 1, cancellation: 1 }] as const),
])("%s", (_, answer, times) => {
  test("renews the token once, and a reading is sent again", async () => {
    portal.answer = (__, attempt) => (attempt === 1 ? answer : json(shown));
    expect(await portal.client().requireOrder(55, { signal })).toEqual(shown);
    expect([portal.calls.length, portal.tokenRequests.length]).toEqual([2, 2]);
  });

  test("a write is sent again only if it was surely refused", async () => {
    portal.answer = (__, attempt) => (attempt === 1 ? answer : json({}));
    await portal
      .client()
      .call("updateStock", stock, { signal })
      .catch(() => undefined);
    expect(portal.calls).toHaveLength(times.stock);
    expect(new Set(portal.calls.map(({ path }) => path)).size).toBe(1);
  });

  test("a cancellation, which must not be done twice, only if the answer itself refuses it", async () => {
    portal.answer = (__, attempt) => (attempt === 1 ? answer : json({}));
    await portal
      .client()
      .call("cancelOrder", cancellation, { signal })
      .catch(() => undefined);
    expect(portal.calls).toHaveLength(times.cancellation);
  });
});

test.each([
  ["no permission", json({ mensagem: "Usuário sem permissão" }, 403)],
  [
    "a scope that is missing",
    status(403, { "www-authenticate": 'Bearer error="insufficient_scope"' }),
  ],
  [
    "a list with such a product",
    json([{ codigoProdutoSeller: "T_OKEN", descricao: "Token de mesa" }]),
  ],
  ["a validation", json({ erros: [{ codigo: "ESTOQUE_NEGATIVO" }] }, 422)],
  ["another address", status(302, { location: "https://example.com/portal" })],
])("%s asks for no token", async (_, answer) => {
  portal.answer = () => answer;
  await portal
    .client()
    .list("listProducts", { signal })
    .catch(() => undefined);
  expect([portal.calls.length, portal.tokenRequests.length]).toEqual([1, 1]);
});

test("a code that a fresh token does not change is told as a refused token, and the write as not done", async () => {
  portal.answer = () => json({ error: "invalid_token" }, 403);
  const { kind, details } = await failureOf(portal.client().call("updateStock", stock, { signal }));
  expect([kind, details.notSent, details.status]).toEqual(["unauthorized", true, 403]);
});

test("where a new token changes nothing, later calls of the kind ask for none", async () => {
  portal.answer = () => json({ mensagem: "Seu token não tem acesso a pedidos" }, 403);
  const client = portal.client();
  for (let time = 0; time < 5; time += 1) {
    expect((await failureOf(client.call("getOrder", order, { signal }))).kind).toBe("forbidden");
  }
  expect([portal.calls.length, portal.tokenRequests.length]).toEqual([6, 2]);
});

test("a write that may have been done is not called unsent because no new token came", async () => {
  portal.answer = () => {
    portal.token = () => status(503);
    return status(302, { location: "/login" });
  };
  const { kind, details } = await failureOf(portal.client().call("updateStock", stock, { signal }));
  expect([kind, details.mayHaveActed]).toEqual(["redirected", true]);
});

async function nextWait(onWait: (ms: number) => void = () => undefined): Promise<number> {
  return await new Promise((resolve) => {
    portal.onWait = (ms) => {
      onWait(ms);
      resolve(ms);
    };
  });
}

describe("the token call's own pause", () => {
  test("one wait serves all callers, is told, and a caller can leave it", async () => {
    const waits: number[] = [];
    const waited = nextWait((ms) => waits.push(ms));
    portal.token = (_, attempt) =>
      attempt === 1 ? status(429, { "retry-after": "7" }) : json(portal.tokenBody());
    const left = new AbortController();
    const leaving = failureOf(portal.client().call("getOrder", order, { signal: left.signal }));
    const staying = [1, 2, 3].map(() => portal.client().call("getOrder", order, { signal }));
    expect(await waited).toBe(7_000);
    left.abort();
    expect((await leaving).kind).toBe("cancelled");
    expect(portal.tokenRequests).toHaveLength(1);
    portal.clock.advance(7_000);
    await Promise.all(staying);
    expect([portal.tokenRequests.length, waits]).toEqual([2, [7_000]]);
  });

  test("when the last caller leaves, nothing waits any more", async () => {
    const waited = nextWait();
    portal.token = () => status(429, { "retry-after": "7" });
    const left = new AbortController();
    const leaving = failureOf(portal.client().call("getOrder", order, { signal: left.signal }));
    await waited;
    left.abort();
    await leaving;
    expect(portal.clock.pendingTimers).toBe(0);
  });

  test("a long one fails at once for every caller, without another call until it is over", async () => {
    portal.token = (_, attempt) =>
      attempt === 1 ? status(429, { "retry-after": "600" }) : json(portal.tokenBody());
    const client = portal.client();
    await failureOf(client.call("getOrder", order, { signal }));
    portal.clock.advance(100_000);
    const error = await failureOf(portal.client().call("getOrder", order, { signal }));
    expect([error.kind, error.details.retryAfterMs]).toEqual(["rateLimited", 500_000]);
    expect(failureText(error)).toContain("Wait 500 s.");
    expect(portal.tokenRequests).toHaveLength(1);
    portal.clock.advance(500_000);
    await client.call("getOrder", order, { signal });
    expect(portal.tokenRequests).toHaveLength(2);
  });
});

describe("a token's answer that cannot be read", () => {
  test.each([
    ["half of it", ok('{"access_token":"abc')],
    ["a page", html()],
  ])("%s is asked for once more", async (_, answer) => {
    portal.token = (__, attempt) => (attempt === 1 ? answer : json(portal.tokenBody()));
    await portal.client().call("getOrder", order, { signal });
    expect([portal.tokenRequests.length, portal.calls.length]).toEqual([2, 1]);
  });

  test("the second one is told as the token's", async () => {
    portal.token = () => json({});
    const error = await failureOf(portal.client().call("getOrder", order, { signal }));
    expect(failureText(error)).toContain("asked twice for a token");
    expect(portal.tokenRequests).toHaveLength(2);
  });
});
