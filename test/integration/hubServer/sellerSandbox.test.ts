import { afterAll, beforeAll, expect, test } from "vitest";

import { HubLab, type HubProcess } from "./hubProcess.ts";

interface Seller {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly codigoSeller: number;
  readonly numeroPedido: number;
}

const lab = new HubLab();
let hub: HubProcess;
let seller: Seller;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", `${lab.home}/seller`]);
  ({ seller } = JSON.parse(hub.stdout()) as { readonly seller: Seller });
}, 60_000);
afterAll(() => lab.dispose());

async function sellerToken(): Promise<{
  readonly access_token: string;
  readonly ambiente: string;
}> {
  const response = await fetch(`${seller.url}/sgi-api/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: seller.clientId,
      client_secret: seller.clientSecret,
    }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { access_token: string; ambiente: string };
}

test("the lab has a seller portal on its own address, and says how to sign in", async () => {
  expect(seller.url).toBe(hub.url);
  expect(await sellerToken()).toMatchObject({
    ambiente: "HML",
    codigoSeller: seller.codigoSeller,
    expires_in: 86_399,
  });
});

test("its calls work, and change what the next one reads", async () => {
  const { access_token: token } = await sellerToken();
  const ask = (path: string, method = "GET"): Promise<Response> =>
    fetch(`${seller.url}/portal-seller/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await ask("estoques/atualizar/123/50", "PUT")).status).toBe(200);
  const stock = await (await ask("estoques/buscar?codigoFornecedorSeller=1001")).text();
  expect(stock).toMatch(/"codigoProdutoMarketplace":123,[^{}]*"quantidadeEstoque":50/u);
  expect((await ask(`pedidos/buscarPedidoPorCodigo/${seller.numeroPedido}`)).status).toBe(200);
});

test("a token of the hub opens nothing of the portal, nor the other way round", async () => {
  const { access_token: token } = await sellerToken();
  const asSeller = await hub.api("/hub/v1/models", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(asSeller.status).toBe(401);
  const asTool = await hub.api("/portal-seller/estoques/buscar");
  expect(asTool.status).toBeGreaterThanOrEqual(400);
});

test("without the lab there is no portal", async () => {
  const plain = await lab.start(["--data", `${lab.home}/plain`]);
  expect(JSON.parse(plain.stdout())).not.toHaveProperty("seller");
  expect((await plain.api("/sgi-api/oauth/token", { method: "POST" })).status).toBe(404);
});
