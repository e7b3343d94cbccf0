import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { specifiedCalls } from "./bodies.ts";
import { SandboxLab, SkippingClock } from "./sandboxLab.ts";

const clock = new SkippingClock();
let lab: SandboxLab;
beforeAll(async () => {
  lab = await SandboxLab.start(clock);
});
afterAll(() => lab.stop());
beforeEach(() => {
  clock.waits.length = 0;
});
afterEach(() => lab.sandbox.faults.clear());

const stockPath = "/portal-seller/estoques/buscar?codigoFornecedorSeller=1001";

async function stockOf(code: number): Promise<unknown> {
  const entry = (await lab.list(stockPath)).find(
    ({ codigoProdutoMarketplace }) => codigoProdutoMarketplace === code,
  );
  return entry?.["quantidadeEstoque"];
}

/** All of the portal's state that the thirteen calls can change. */
async function everything(): Promise<readonly string[]> {
  const reads = specifiedCalls.filter(({ method }) => method === "GET");
  const answers = await Promise.all(reads.map(({ method, path }) => lab.call(method, path)));
  return answers.map(({ text }) => text);
}

describe("a fault that stands before the call answers every one of them, and none is done", () => {
  test.each<readonly [string, number, object | undefined]>([
    ["429", 429, { codigo: "LIMITE_EXCEDIDO" }],
    ["500", 500, { codigo: "ERRO_INTERNO" }],
    ["expired-token", 401, { codigo: "TOKEN_EXPIRADO" }],
    ["html", 200, undefined],
  ])("%s", async (fault, status, body) => {
    const before = await everything();
    for (const { name, method, path, body: sent } of specifiedCalls) {
      const answer = await lab.call(method, path, { body: sent, fault });
      expect([name, answer.status]).toEqual([name, status]);
      if (body === undefined) {
        expect(answer.json).toBeUndefined();
        expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      } else {
        expect(answer.json).toMatchObject(body);
      }
    }
    expect(await everything()).toEqual(before);
  });
});

describe("a fault that stands after the call", () => {
  test("drop-after-write loses every answer", async () => {
    for (const { name, method, path, body } of specifiedCalls.filter(
      ({ name: call }) => call !== "cancel order",
    )) {
      await expect(
        lab.call(method, path, { body, fault: "drop-after-write" }),
        name,
      ).rejects.toThrow("fetch failed");
    }
  });

  test("drop-after-write leaves the write done", async () => {
    await lab.call("PUT", "/portal-seller/estoques/atualizar/200/1");
    await expect(
      lab.call("PUT", "/portal-seller/estoques/atualizar/200/2", { fault: "drop-after-write" }),
    ).rejects.toThrow("fetch failed");
    expect(await stockOf(200)).toBe(2);
  });

  test("empty leaves the write done and says nothing", async () => {
    const { status, text } = await lab.call("PUT", "/portal-seller/estoques/atualizar/200/3", {
      fault: "empty",
    });
    expect([status, text]).toEqual([200, ""]);
    expect(await stockOf(200)).toBe(3);
  });

  test("slow-list gives a list in pieces, whole in the end, and leaves other calls alone", async () => {
    const usual = await lab.call("GET", stockPath);
    const slow = await lab.call("GET", stockPath, { fault: "slow-list=100" });
    expect(slow.text).toBe(usual.text);
    expect(clock.waits).toEqual(Array.from({ length: 20 }, () => 100));
    await lab.call("PUT", "/portal-seller/estoques/atualizar/200/4", { fault: "slow-list" });
    expect(clock.waits).toHaveLength(20);
  });
});

test("429 says after how many seconds to come back", async () => {
  const answers = [
    await lab.call("GET", stockPath, { fault: "429" }),
    await lab.call("GET", stockPath, { fault: "429=30" }),
  ];
  expect(answers.map(({ headers }) => headers.get("retry-after"))).toEqual(["1", "30"]);
});

test("delay waits before the call, also together with another fault", async () => {
  const { status } = await lab.call("GET", stockPath, { fault: "delay=1500, 500" });
  expect([status, clock.waits]).toEqual([500, [1500]]);
});

test("a delayed write is done even if its client has left", async () => {
  const still = new FakeClock();
  const delayed = await SandboxLab.start(still);
  const leaving = new AbortController();
  const write = fetch(`${delayed.url}/portal-seller/estoques/atualizar/200/9`, {
    method: "PUT",
    headers: { authorization: `Bearer ${delayed.token}`, "x-sandbox-fault": "delay=60000" },
    signal: leaving.signal,
  });
  await expect.poll(() => still.pendingTimers).toBe(1);
  leaving.abort();
  await expect(write).rejects.toThrow("aborted");
  await expect
    .poll(async () => await delayed.list(stockPath))
    .toContainEqual(
      expect.objectContaining({ codigoProdutoMarketplace: 200, quantidadeEstoque: 9 }),
    );
  await delayed.stop();
});

test("the token endpoint fails on request too", async () => {
  const { clientId: client_id, clientSecret: client_secret } = lab.sandbox;
  const form = { grant_type: "client_credentials", client_id, client_secret };
  const statuses = [];
  for (const fault of ["429", "500", "html", "empty", "expired-token", "delay=5"]) {
    statuses.push((await lab.requestToken(form, fault)).status);
  }
  expect(statuses).toEqual([429, 500, 200, 200, 200, 200]);
  await expect(lab.requestToken(form, "drop-after-write")).rejects.toThrow("fetch failed");
});

test.each(["nada", "delay", "delay=-1", "delay=61000", "500=1", "429=1=2", "delay=5,nada"])(
  "%s is no fault",
  async (fault) => {
    const { status, json } = await lab.call("GET", stockPath, { fault });
    expect([status, json]).toMatchObject([400, { codigo: "FALHA_DESCONHECIDA" }]);
  },
);

describe("the switch", () => {
  const switchPath = "/portal-seller/sandbox/falhas";

  test("makes the next requests to an address fail, and then no more", async () => {
    const setting = { falha: "429=7", vezes: 2, rota: "/portal-seller/estoques/" };
    const set = await lab.call("PUT", switchPath, { body: setting });
    expect([set.status, set.json]).toEqual([200, { ativa: setting }]);
    const statuses = [];
    for (const path of [
      "/portal-seller/prazos/buscar?codigoSeller=1001",
      stockPath,
      stockPath,
      stockPath,
    ]) {
      statuses.push((await lab.call("GET", path)).status);
    }
    expect(statuses).toEqual([200, 429, 429, 200]);
    expect((await lab.call("GET", switchPath)).json).toEqual({ ativa: null });
  });

  test("stays until it is cleared, and reaches the token endpoint", async () => {
    await lab.call("PUT", switchPath, { body: { falha: "500" } });
    expect((await lab.requestToken({})).status).toBe(500);
    expect((await lab.call("GET", stockPath)).status).toBe(500);
    await lab.call("DELETE", switchPath);
    expect((await lab.call("GET", stockPath)).status).toBe(200);
  });

  test("needs a token, a fault that there is, and one of its methods", async () => {
    const answers = [
      await lab.call("PUT", switchPath, { body: { falha: "500" }, token: undefined }),
      await lab.call("PUT", switchPath, { body: { falha: "nada" } }),
      await lab.call("PUT", switchPath, { body: { falha: "500", vezes: 0 } }),
      await lab.call("POST", switchPath),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 422, 405]);
    expect(lab.sandbox.faults.setting).toBeUndefined();
  });
});
