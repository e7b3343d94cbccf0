import { inspect } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { SellerClient } from "../../../src/seller/client/sellerClient.ts";
import { SellerError } from "../../../src/seller/client/sellerError.ts";
import type { ApiCallId } from "../../../src/seller/contract/calls.ts";
import type { Step } from "../../support/faultServer/faultServer.ts";
import { bare, ok, status, write } from "../../support/faultServer/steps.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { clientSecret, failureOf, html, json, never, Portal, stalled } from "./portal.ts";

const signal = never;

let portal: Portal;

beforeEach(async () => {
  portal = await Portal.start();
});

afterEach(async () => {
  await portal[Symbol.asyncDispose]();
});

const cancellation = { parameters: {}, body: { numeroPedido: 1 } };

describe("each call on the wire", () => {
  test.each(Object.entries(samples))("%s is sent as it was prepared", async (id, input) => {
    const client = portal.client();
    const prepared = client.prepare(id as ApiCallId, input);
    await client.send(prepared, { signal });
    const body = "body" in input ? JSON.stringify(input.body) : "";
    expect(portal.calls).toMatchObject([
      { method: prepared.method, path: prepared.url.slice(portal.server.url.length), body },
    ]);
    const { headers } = portal.calls[0] ?? {};
    expect(headers?.["content-type"]).toBe("body" in input ? "application/json" : undefined);
  });

  test("the stock update sends no body", async () => {
    await portal.client().call("updateStock", samples.updateStock, { signal });
    const { headers, body, path } = portal.calls[0] ?? {};
    expect([
      path,
      body,
      headers?.["content-length"] ?? "0",
      headers?.["transfer-encoding"],
    ]).toEqual(["/portal-seller/estoques/atualizar/123/50", "", "0", undefined]);
  });

  test("input that contradicts the specification is never sent", async () => {
    const input = { parameters: { codigoProdutoMarketplace: 1.5, quantidadeEstoque: 1 } };
    const { kind, details } = await failureOf(
      portal.client().call("updateStock", input, { signal }),
    );
    expect([kind, details.problems]).toEqual([
      "invalid",
      [{ code: "notAnInteger", path: "codigoProdutoMarketplace" }],
    ]);
    expect(portal.server.requests).toEqual([]);
  });

  test("a write for another seller than the environment's is not even prepared", () => {
    const client = portal.client();
    const other = { codigoSeller: 2002, codigoUsuario: 7 };
    const id = { fornecedor: { codigoPessoa: 2002 }, estado: { codigo: 35 } };
    const prepared = [
      () => client.prepare("saveProduct", { ...samples.saveProduct, parameters: other }),
      () => client.prepare("saveMinimumOrder", { body: { id, valor: 1 } }),
    ];
    for (const prepare of prepared) {
      expect(prepare).toThrow(
        expect.objectContaining({
          kind: "mismatch",
          details: { mismatches: [{ field: "codigoSeller", expected: 1001, actual: 2002 }] },
        }),
      );
    }
  });

  test("a request prepared for one environment is not sent in another", async () => {
    const prepared = portal.client().prepare("updateStock", samples.updateStock);
    const other = portal.client({ baseUrl: `${portal.server.url}/other` });
    expect((await failureOf(other.send(prepared, { signal }))).kind).toBe("address");
    expect(portal.server.requests).toEqual([]);
  });

  test.each(["", "ftp://x.example", "http://portal.example.com", "https://a:b@x.example", "x y"])(
    "an environment at %j has no client",
    (baseUrl) => {
      expect(() => portal.client({ baseUrl })).toThrow(SellerError);
    },
  );

  test("slashes after the address do no harm", async () => {
    await portal.client({ baseUrl: `${portal.server.url}//` }).call("getOrder", samples.getOrder, {
      signal,
    });
    expect(portal.calls[0]?.path).toBe("/portal-seller/pedidos/buscarPedidoPorCodigo/555");
  });
});

describe("answers", () => {
  test("lists are read for the environment's seller", async () => {
    portal.answer = () => json({ content: [{ codigoProdutoMarketplace: 1 }] });
    const { entries } = await portal.client().list("listStock", { signal });
    expect(entries).toEqual([{ codigoProdutoMarketplace: 1 }]);
    expect(portal.calls[0]?.path).toBe(
      "/portal-seller/estoques/buscar?codigoFornecedorSeller=1001",
    );
  });

  test.each([[status(204)], [status(200)], [json([])], [json(null)]])(
    "%j is an empty list",
    async (steps) => {
      portal.answer = () => steps;
      expect((await portal.client().list("listPrices", { signal })).entries).toEqual([]);
    },
  );

  test("a list of fifty thousand entries arrives whole", async () => {
    const entries = Array.from({ length: 50_000 }, (_, index) => ({
      codigoProdutoMarketplace: index,
      descricao: "Açúcar",
    }));
    portal.answer = () => json(entries);
    expect((await portal.client().list("listProducts", { signal })).entries).toEqual(entries);
  });

  test.each([
    [ok("<html>", { "content-type": "application/json" }), "notThePortal"],
    [html(), "notThePortal"],
    [ok('[{"a":1},'), "unreadable"],
    [ok("hello"), "unreadable"],
    [json({ message: "x" }), "unreadable"],
    [json(5), "unreadable"],
    [bare("SSH-2.0-OpenSSH\r\n"), "notThePortal"],
    [
      [{ do: "head", headers: { "content-length": "100" } }, write("["), { do: "close" }],
      "connectionLost",
    ],
  ] as readonly (readonly [readonly Step[], string])[])(
    "a list that answers %j is %s",
    async (steps, kind) => {
      portal.answer = () => steps;
      expect((await failureOf(portal.client().list("listStock", { signal }))).kind).toBe(kind);
    },
  );

  test("an order that is not there is undefined", async () => {
    portal.answer = () => status(404);
    expect(await portal.client().getOrder(9, { signal })).toBeUndefined();
    portal.answer = () => [
      { do: "head", status: 404, headers: { "content-type": "text/html" } },
      write("<h1>Not Found</h1>"),
      { do: "end" },
    ];
    const { kind } = await failureOf(portal.client().getOrder(9, { signal }));
    expect(kind).toBe("notThePortal");
  });

  test("a write is done when its status says so, whatever text comes with it", async () => {
    portal.answer = () => [
      { do: "head", status: 201, headers: { "x-request-id": "req-7" } },
      write("Salvo com sucesso"),
      { do: "end" },
    ];
    const answer = await portal.client().call("savePrice", samples.savePrice, { signal });
    expect(answer).toMatchObject({
      status: 201,
      requestId: "req-7",
      body: undefined,
      raw: "Salvo com sucesso",
    });
  });
});

describe("failures", () => {
  test.each([
    [400, "rejected"],
    [403, "forbidden"],
    [404, "notFound"],
    [409, "conflict"],
    [412, "conflict"],
    [413, "rejected"],
    [422, "rejected"],
    [429, "rateLimited"],
    [500, "serverError"],
    [502, "serverError"],
    [503, "serverError"],
    [302, "redirected"],
    [307, "redirected"],
  ])("%i is %s, tried once", async (code, kind) => {
    portal.answer = () => status(code, { location: "https://evil.example/" });
    const error = await failureOf(
      portal.client().call("updateStock", samples.updateStock, { signal }),
    );
    expect([error.kind, error.details.status, portal.calls.length]).toEqual([kind, code, 1]);
  });

  test.each([
    ["7", 7000],
    ["Mon, 01 Jan 2024 00:00:00 GMT", 24 * 3_600_000],
    ["soon", undefined],
  ])("Retry-After %j is %j ms", async (value, ms) => {
    portal.answer = () => status(429, { "retry-after": value });
    const { details } = await failureOf(portal.client().list("listStock", { signal }));
    expect(details.retryAfterMs).toBe(ms);
  });

  test("the portal's sentence is kept, on one line and without what is secret", async () => {
    const message = `bad\n\u001b[31m \u202e token CANARY-token-1-abcdefghijklmnop ${clientSecret}`;
    portal.answer = () => json({ message }, 400, { "x-request-id": "r1" });
    const error = await failureOf(portal.client().list("listStock", { signal }));
    expect(error.details).toMatchObject({ detail: "bad [31m token *** ***", requestId: "r1" });
    expect(inspect(error, { depth: 10 })).not.toContain("CANARY");
  });

  test("a huge error is cut", async () => {
    portal.answer = () => json({ message: "x".repeat(1_000_000) }, 500);
    const { details } = await failureOf(portal.client().list("listStock", { signal }));
    expect(details.detail?.length).toBe(2000);
  });

  test("an answer that trickles without end is given up after ten minutes", async () => {
    const { asked, answer } = stalled();
    portal.answer = (request, attempt) => [
      { do: "head", headers: { "content-type": "application/json" } },
      ...answer(request, attempt),
    ];
    const client = portal.client();
    await client.checkAccess({ signal });
    const failed = failureOf(client.list("listStock", { signal }));
    await asked;
    portal.clock.advance(10 * 60_000);
    expect((await failed).kind).toBe("timeout");
    expect(portal.clock.pendingTimers).toBe(0);
  });

  test("nobody listens at the address", async () => {
    const client = portal.client();
    await client.checkAccess({ signal });
    await portal.server[Symbol.asyncDispose]();
    const error = await failureOf(client.call("cancelOrder", cancellation, { signal }));
    expect([error.kind, error.details.systemCode]).toEqual(["unreachable", "ECONNREFUSED"]);
  });

  test("the address has a port that belongs to another protocol", async () => {
    const client = portal.client({ baseUrl: "http://127.0.0.1:6000" });
    const { kind, details } = await failureOf(client.call("cancelOrder", cancellation, { signal }));
    expect([kind, details.systemCode]).toEqual(["blockedPort", "ERR_UNSAFE_PORT"]);
    expect(details).toMatchObject({ mayHaveActed: false, notSent: true });
  });

  test("no credentials, and a secret store that fails", async () => {
    const deps = {
      environment: {
        name: "Sandbox",
        kind: "sandbox",
        baseUrl: portal.server.url,
        codigoSeller: 1001,
        codigoUsuario: 7,
      },
      tokens: portal.tokens,
      fetch,
      clock: portal.clock,
    } as const;
    const none = new SellerClient({ ...deps, credentials: () => Promise.resolve(undefined) });
    const broken = new SellerClient({
      ...deps,
      credentials: () => Promise.reject(new Error("keyring is locked")),
    });
    const kinds = await Promise.all(
      [none, broken].map(async (client) => (await failureOf(client.checkAccess({ signal }))).kind),
    );
    expect(kinds).toEqual(["noCredentials", "secretStore"]);
  });
});
