import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as oauth from "oauth4webapi";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { SandboxLab, SkippingClock } from "./sandboxLab.ts";

const clock = new SkippingClock();
let lab: SandboxLab;

beforeEach(async () => {
  lab = await SandboxLab.start(clock);
});
afterEach(() => lab.stop());

const stockPath = "/portal-seller/estoques/buscar?codigoFornecedorSeller=1001";

function form(changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const { clientId, clientSecret } = lab.sandbox;
  return {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    ...changes,
  };
}

const send = (init: RequestInit): Promise<Response> =>
  fetch(`${lab.url}/sgi-api/oauth/token`, init);

describe("the token endpoint", () => {
  test("answers the fields of the specification and a token of three parts, never to be stored", async () => {
    const { status, headers, json } = await lab.requestToken(form());
    expect([status, json]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/u) as unknown,
        token_type: "bearer",
        expires_in: 86_399,
        scope: "read write",
        codigoSeller: 1001,
        ambiente: "HML",
      },
    ]);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("serves a standard OAuth client", async () => {
    const server = { issuer: lab.url, token_endpoint: `${lab.url}/sgi-api/oauth/token` };
    const client = { client_id: lab.sandbox.clientId };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(lab.sandbox.clientSecret),
      {},
      { [oauth.allowInsecureRequests]: true },
    );
    expect(await oauth.processClientCredentialsResponse(server, client, response)).toMatchObject({
      token_type: "bearer",
      codigoSeller: 1001,
      ambiente: "HML",
    });
  });

  test.each<readonly [string, Readonly<Record<string, string>>, number, string]>([
    ["a wrong secret", { client_secret: "errado" }, 401, "invalid_client"],
    ["an unknown client", { client_id: "ninguem" }, 401, "invalid_client"],
    [
      "another seller's client with this secret",
      { client_id: "seller-2002-hml" },
      401,
      "invalid_client",
    ],
    ["another grant", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["no secret", { client_secret: "" }, 400, "invalid_request"],
  ])("refuses %s", async (_, changes, status, error) => {
    const answer = await lab.requestToken(form(changes));
    expect([answer.status, answer.json]).toMatchObject([
      status,
      { error, error_description: expect.stringMatching(/\S/u) as unknown },
    ]);
  });

  test("refuses a field given twice, a JSON body, a body too large, and GET", async () => {
    const twice = new URLSearchParams(form());
    twice.append("client_id", "outro");
    const answers = [
      await send({ method: "POST", body: twice }),
      await send({
        method: "POST",
        body: JSON.stringify(form()),
        headers: { "content-type": "application/json" },
      }),
      await send({ method: "POST", body: new URLSearchParams(form({ x: "x".repeat(70_000) })) }),
      await send({}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 413, 405]);
  });
});

describe("tokens", () => {
  test.each([
    ["no token", undefined, "NAO_AUTENTICADO"],
    ["a token that is none", "abc", "TOKEN_INVALIDO"],
    ["an unsigned token", "eyJhbGciOiJub25lIn0.e30.", "TOKEN_INVALIDO"],
  ])("%s is refused", async (_, token, codigo) => {
    const { status, json, headers } = await lab.call("GET", stockPath, { token });
    expect([status, json]).toMatchObject([401, { codigo }]);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/u);
  });

  test("a token whose seller was changed is refused", async () => {
    const [head = "", payload = "", signature = ""] = lab.token.split(".");
    const claims = Buffer.from(payload, "base64url").toString();
    const changed = Buffer.from(claims.replace("1001", "2002")).toString("base64url");
    expect(changed).not.toBe(payload);
    const answer = await lab.call("GET", stockPath, { token: `${head}.${changed}.${signature}` });
    expect([answer.status, answer.json]).toMatchObject([401, { codigo: "TOKEN_INVALIDO" }]);
  });

  test("a token dies after its 86,399 seconds, and not before", async () => {
    clock.advance(86_398_000);
    expect((await lab.call("GET", stockPath)).status).toBe(200);
    clock.advance(1_000);
    const { status, json } = await lab.call("GET", stockPath);
    expect([status, json]).toMatchObject([401, { codigo: "TOKEN_EXPIRADO" }]);
  });
});

describe("a sandbox in a file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "seller-sandbox-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("keeps its state, its tokens and its secrets over a restart", async () => {
    const path = join(folder, "seller.db");
    const first = await SandboxLab.start(clock, { path });
    const { clientId, clientSecret } = first.sandbox;
    await first.call("PUT", "/portal-seller/estoques/atualizar/123/77");
    await first.stop();

    const second = await SandboxLab.start(clock, { path });
    const { json } = await second.call("GET", stockPath, { token: first.token });
    expect(json).toContainEqual(
      expect.objectContaining({ codigoProdutoMarketplace: 123, quantidadeEstoque: 77 }),
    );
    expect(json).toHaveLength(5000);
    expect(second.sandbox.clientSecret).not.toBe(clientSecret);
    expect(await second.signIn({ clientId, clientSecret })).toMatch(/\./u);
    await second.stop();
  });

  test("offers another open order when the first was cancelled", async () => {
    const path = join(folder, "seller.db");
    const first = await SandboxLab.start(clock, { path });
    const { numeroPedido } = first.sandbox;
    const cancelled = await first.call("POST", "/portal-seller/pedidos/cancelarPedido", {
      body: { numeroPedido, codigoMotivoCancelamento: 1 },
    });
    expect(cancelled.status).toBe(200);
    await first.stop();
    const second = await SandboxLab.start(clock, { path });
    expect(second.sandbox.numeroPedido).not.toBe(numeroPedido);
    await second.stop();
  });

  test("holds no secret in clear", async () => {
    const path = join(folder, "seller.db");
    const opened = await SandboxLab.start(clock, { path });
    const { clientSecret, other } = opened.sandbox;
    const files = await readdir(folder);
    const contents = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
    expect(contents.join("")).toContain("seller-1001-hml");
    expect(contents.join("")).not.toContain(clientSecret);
    expect(contents.join("")).not.toContain(other.clientSecret);
    await opened.stop();
  });
});
