import { expect, test } from "vitest";

import { SellerLab } from "./sellerLab.ts";

const stock = {
  call: "updateStock" as const,
  values: { codigoProdutoMarketplace: "123", quantidadeEstoque: "5" },
};

async function planned(
  lab: SellerLab,
  write: Parameters<SellerLab["page"]["planWrite"]>[0] = stock,
) {
  const plan = await lab.page.planWrite(write);
  if (!plan.ok) {
    throw new Error(plan.message);
  }
  return plan.plan.id;
}

test("a token of another seller is told at once, and writes with it are refused", async () => {
  await using lab = await SellerLab.start();
  await lab.enterCredentials(lab.portal.sandbox.other);
  await lab.back.desks.checkAccess();
  expect(lab.back.state.environments[0]).toMatchObject({
    access: "mismatch",
    note: "codigoSeller",
  });
  const plan = await lab.page.planWrite(stock);
  const outcome = plan.ok
    ? (await lab.page.sendWrite({ planId: plan.plan.id })).outcome
    : "notPlanned";
  expect(["notDone", "notPlanned"]).toContain(outcome);
  expect(lab.writes).toEqual([]);
});

test("a sandbox behind a production profile is told, and writes with it are refused", async () => {
  await using lab = await SellerLab.start({ kind: "production" });
  await lab.back.desks.checkAccess();
  expect(lab.back.state.environments[0]).toMatchObject({ access: "mismatch", note: "ambiente" });
  const result = await lab.page.sendWrite({ planId: await planned(lab) });
  expect(result).toMatchObject({ outcome: "notDone", message: "mismatch" });
  expect(lab.writes).toEqual([]);
});

test("production is written only after it was confirmed, and declining is the end of that plan", async () => {
  await using lab = await SellerLab.start({ kind: "production", ambiente: "HML" });
  lab.confirms = false;
  const planId = await planned(lab);
  expect((await lab.page.sendWrite({ planId })).message).toBe("declined");
  lab.confirms = true;
  expect((await lab.page.sendWrite({ planId })).outcome).toBe("notSent");
  expect(lab.writes).toEqual([]);
  expect((await lab.page.sendWrite({ planId: await planned(lab) })).outcome).toBe("done");
  const act: unknown = expect.stringMatching(/^updateStock .+ in Lab$/u);
  expect(lab.confirmations).toEqual([act, act]);
});

test("an answer that is lost after the write is unknown, is not repeated, and can be looked after", async () => {
  await using lab = await SellerLab.start();
  const { numeroPedido } = lab.portal.sandbox;
  lab.portal.sandbox.faults.set({
    falha: "drop-after-write",
    vezes: 1,
    rota: "/portal-seller/pedidos/registrarRastreio",
  });
  const planId = await planned(lab, {
    call: "registerTracking",
    values: { numeroPedido: String(numeroPedido), codigoStatus: "50", codigoRastreamento: "X1" },
  });
  const result = await lab.page.sendWrite({ planId });
  expect(result.outcome).toBe("unknown");
  expect(lab.writes).toEqual(["POST /portal-seller/pedidos/registrarRastreio"]);
  expect(await lab.page.recheck({ planId })).toMatchObject({ ok: true, isThere: true });
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  expect(entries.map(({ outcome }) => outcome)).toEqual(["unknown"]);
  expect(lab.writes.length).toBe(1);
});

test("what is planned at one environment is not sent at another", async () => {
  await using lab = await SellerLab.start();
  const planId = await planned(lab);
  lab.back.desks.select("lab");
  expect(await lab.page.sendWrite({ planId })).toMatchObject({
    outcome: "notSent",
    message: "stalePlan",
  });
  expect(lab.writes).toEqual([]);
});

test.each(["html", "500", "empty"])(
  "a portal that answers %s to a list is told in words",
  async (falha) => {
    await using lab = await SellerLab.start();
    lab.portal.sandbox.faults.set({ falha, rota: "/portal-seller/estoques/buscar" });
    const view = await lab.page.openList({ list: "listStock", refresh: true });
    const told = view.ok ? `ok ${view.total}` : view.message;
    expect(told).toBe({ html: "notThePortal", "500": "serverError", empty: "ok 0" }[falha]);
  },
);

test("a web page that refuses a write shows its sentence beside the field that it names", async () => {
  await using lab = await SellerLab.start();
  const page =
    "<!doctype html><title>Erro</title><li><b>quantidadeEstoque</b>: acima do permitido</li>";
  const headers = { "content-type": "text/html; charset=utf-8" };
  lab.intercept = ({ method }) =>
    method === "PUT" ? Promise.resolve(new Response(page, { status: 422, headers })) : undefined;
  const result = await lab.page.sendWrite({ planId: await planned(lab) });
  expect(result).toMatchObject({
    outcome: "failed",
    fields: [
      {
        field: "quantidadeEstoque",
        text: "quantidadeEstoque : acima do permitido",
        level: "error",
      },
    ],
  });
});
