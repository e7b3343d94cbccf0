import { afterEach, beforeEach, expect, test } from "vitest";

import { json, never as signal } from "../sellerClient/portal.ts";
import { stock, ToolDesk } from "./toolDesk.ts";

let desk: ToolDesk;

beforeEach(async () => {
  desk = await ToolDesk.start();
});

afterEach(() => desk.stop());

test("read only is the rule: every write is refused before anything is asked", async () => {
  desk.limits = { ...desk.limits, access: "read" };
  expect(await desk.prepare("update_stock", stock)).toMatchObject({
    kind: "refused",
    state: "refused",
  });
  expect(desk.portal.server.requests).toEqual([]);
});

test("a session makes as many writes as it may", async () => {
  for (let count = 1; count <= 3; count += 1) {
    desk.portal.answer = ({ method }) =>
      json(method === "GET" ? [] : { codigoProdutoMarketplace: 123, quantidadeEstoque: count });
    const { run } = await desk.write("update_stock", { ...stock, quantidadeEstoque: count });
    expect((await run(signal)).state).toBe("done");
  }
  expect(await desk.prepare("update_stock", stock)).toMatchObject({
    kind: "refused",
    text: expect.stringContaining("limit of 3 writes") as string,
  });
});

test("the limit holds also for what was proposed before it was reached", async () => {
  desk.limits = { ...desk.limits, maxWrites: 1 };
  const first = await desk.write("update_stock", stock);
  const second = await desk.write("update_stock", { ...stock, quantidadeEstoque: 51 });
  await first.run(signal);
  expect((await second.run(signal)).state).toBe("refused");
  expect(desk.writes()).toHaveLength(1);
});

test.each([0, -5])(
  "a stock of %i is refused, or has to be agreed to where the person wants to be asked",
  async (quantity) => {
    const input = { ...stock, quantidadeEstoque: quantity };
    expect(await desk.prepare("update_stock", input)).toMatchObject({ kind: "refused" });
    desk.limits = { ...desk.limits, zeroStock: "ask" };
    expect((await desk.write("update_stock", input)).proposal.acknowledgement?.en).toContain(
      "zero",
    );
  },
);

test("limits that are lowered while a card waits hold for it", async () => {
  desk.portal.answer = ({ method }) =>
    method === "GET"
      ? json([{ produto: { codigo: 123 }, estado: { codigo: 35 }, valorPrecoBase: 10 }])
      : json(price(12));
  desk.limits = { ...desk.limits, zeroStock: "ask" };
  const emptied = await desk.write("update_stock", { ...stock, quantidadeEstoque: 0 });
  const raised = await desk.write("save_price", price(12));
  desk.limits = { ...desk.limits, zeroStock: "refuse", maxPriceChange: 5 };
  expect((await emptied.run(signal)).state).toBe("refused");
  expect((await raised.run(signal)).state).toBe("refused");
  expect(desk.writes()).toEqual([]);
  desk.limits = { ...desk.limits, maxPriceChange: 20 };
  const { run } = await desk.write("save_price", price(12));
  expect((await run(signal)).state).toBe("done");
});

const price = (valorPrecoBase: number): object => ({
  produto: { codigo: 123 },
  estado: { codigo: 35 },
  valorPrecoBase,
});

test.each([
  [12, true],
  [8, true],
  [12.01, false],
  [7.99, false],
  [0, false],
])("with a limit of 20 %% a price of 10 may become %d: %s", async (next, isAllowed) => {
  desk.portal.answer = () =>
    json([{ produto: { codigo: 123 }, estado: { codigo: 35 }, valorPrecoBase: 10 }]);
  expect((await desk.prepare("save_price", price(next))).kind === "write").toBe(isAllowed);
});

const first = { dataInicio: "2026-01-01T00:00:00.000Z", dataFim: "2026-06-30T23:59:59.999Z" };
const second = { dataInicio: "2026-07-01T00:00:00.000Z", dataFim: "2026-12-31T23:59:59.999Z" };

test.each([
  ["of the same validity", { ...price(100), ...second }, true],
  ["of the other validity", { ...price(100), ...first }, false],
  ["of a validity that is not said", price(100), false],
])("among several prices the one %s counts", async (_which, input, isAllowed) => {
  desk.portal.answer = () =>
    json([
      { ...price(10), ...first },
      { ...price(99), ...second },
    ]);
  expect((await desk.prepare("save_price", input)).kind === "write").toBe(isAllowed);
});

test("a price that cannot be compared because the present one cannot be read is refused", async () => {
  desk.portal.answer = () => json({}, 500);
  expect(await desk.prepare("save_price", price(10))).toMatchObject({ kind: "refused" });
});

test("a price that was not found is unknown: the card has to be agreed to separately", async () => {
  desk.portal.answer = () => json([]);
  const { proposal } = await desk.write("save_price", price(10));
  expect(proposal.acknowledgement?.en).toContain("The limit of 20 % cannot be checked.");
});
