import { afterEach, beforeEach, expect, test } from "vitest";

import type { BulkChange } from "../../../src/shared/sellerPage/bulk.ts";
import type { Cell, SellerListId } from "../../../src/shared/sellerPage/sellerState.ts";
import { SellerLab } from "./sellerLab.ts";

let lab: SellerLab;

beforeEach(async () => {
  lab = await SellerLab.start();
});

afterEach(() => lab[Symbol.asyncDispose]());

async function column(list: SellerListId, name: string, count: number): Promise<readonly Cell[]> {
  const view = await lab.page.openList({ list, refresh: true });
  const index = view.ok ? view.columns.findIndex((known) => known.name === name) : -1;
  const query = { list, search: "", isDescending: false };
  const { rows } = await lab.page.readRows({ query, offset: 0, count });
  return rows.map((row) => row[index] ?? null);
}

async function change(list: SellerListId, rows: readonly number[], by: BulkChange) {
  const query = { list, search: "", isDescending: false };
  const done = await lab.page.bulkEdit({ query, rows: [...rows], change: by });
  if (done.ok) {
    await lab.imported("checked");
  }
  return done;
}

test("the prices of selected rows change by a percentage, after the check of an import", async () => {
  const before = await column("listPrices", "valorPrecoBase", 3);
  expect(await change("listPrices", [0, 2], { kind: "percent", value: "10" })).toEqual({
    ok: true,
  });
  expect([lab.back.state.place, lab.writes]).toEqual(["import", []]);
  expect(lab.back.import.state.file?.isMade).toBe(true);
  const shown = await lab.page.importRows({ show: "all", offset: 0, count: 10 });
  const named = /^\D.+ · [A-Z]{2}$/u;
  expect(shown.rows.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(named),
    expect.stringMatching(named),
  ]);
  await lab.back.import.start();
  const raised = before.map((price, index) =>
    index === 1 ? price : Number((Number(price) * 1.1).toFixed(2)),
  );
  expect(await column("listPrices", "valorPrecoBase", 3)).toEqual(raised);
  expect(lab.writes).toHaveLength(2);
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  expect(entries[0]?.subject).toMatch(named);
});

test("a stock is set or added to, never below zero, and zero is asked about", async () => {
  await column("listStock", "quantidadeEstoque", 1);
  lab.confirms = false;
  await change("listStock", [0, 1], { kind: "add", value: "-99999" });
  await lab.back.import.start();
  expect([lab.confirmations.length, lab.writes]).toEqual([1, []]);
  await change("listStock", [0, 1], { kind: "set", value: "12" });
  lab.confirms = true;
  await lab.back.import.start();
  expect(await column("listStock", "quantidadeEstoque", 2)).toEqual([12, 12]);
});

test("a change that is no number, or a list that has no such value, prepares nothing", async () => {
  await column("listStock", "quantidadeEstoque", 1);
  await column("listProducts", "descricao", 1);
  const failed = { ok: false, message: "noBulk" };
  expect(await change("listStock", [0], { kind: "set", value: "many" })).toEqual(failed);
  expect(await change("listProducts", [0], { kind: "set", value: "1" })).toEqual(failed);
  expect(lab.back.import.state.stage).toBe("none");
});

test("a second change is reckoned from what the first one wrote", async () => {
  await column("listStock", "quantidadeEstoque", 1);
  await change("listStock", [0], { kind: "set", value: "40" });
  await lab.back.import.start();
  const query = { list: "listStock", search: "", isDescending: false } as const;
  // The page opens a list again without a new reading, as it does after an import.
  await lab.page.openList({ list: "listStock", refresh: false });
  await lab.page.bulkEdit({ query, rows: [0], change: { kind: "add", value: "5" } });
  await lab.imported("checked");
  await lab.back.import.start();
  expect(await column("listStock", "quantidadeEstoque", 1)).toEqual([45]);
});

test("an addition counts from the stock that the portal has now, not from the list as it was read", async () => {
  const [first] = await column("listStock", "quantidadeEstoque", 1);
  await sellBehindTheList(Number(first) - 3);
  expect(await change("listStock", [0], { kind: "add", value: "5" })).toEqual({ ok: true });
  const shown = await lab.page.importRows({ show: "all", offset: 0, count: 10 });
  expect(JSON.stringify(shown.rows)).toContain(String(Number(first) + 2));
  await lab.back.import.start();
  expect(await column("listStock", "quantidadeEstoque", 1)).toEqual([Number(first) + 2]);
});

test("a row that is no longer in the portal's list is not changed, and neither are the others", async () => {
  await column("listStock", "quantidadeEstoque", 2);
  lab.intercept = ({ url }) =>
    url.includes("/estoques/buscar") ? Promise.resolve(Response.json([])) : undefined;
  expect(await change("listStock", [0, 1], { kind: "add", value: "5" })).toEqual({
    ok: false,
    message: "listChanged",
  });
  expect([lab.back.import.state.stage, lab.writes]).toEqual(["none", []]);
});

test("while an import is writing, a change of many is refused and the import goes on", async () => {
  await column("listStock", "quantidadeEstoque", 2);
  await change("listStock", [0], { kind: "set", value: "40" });
  const refused: unknown[] = [];
  const refuse = async (): Promise<void> => {
    refused.push(await change("listStock", [1], { kind: "set", value: "50" }));
  };
  lab.intercept = ({ method, url }, send) => {
    if (method === "GET" || url.includes("/oauth/")) {
      return undefined;
    }
    return refuse().then(send);
  };
  await lab.back.import.start();
  expect(refused).toEqual([{ ok: false, message: "importUnderWay" }]);
  lab.intercept = () => undefined;
  expect(lab.back.import.state.stage).toBe("finished");
  expect(await column("listStock", "quantidadeEstoque", 1)).toEqual([40]);
});

/** Somebody else's write, of which the page's list knows nothing. */
async function sellBehindTheList(quantity: number): Promise<void> {
  const query = { list: "listStock", search: "", isDescending: false } as const;
  const form = await lab.page.openForm({ call: "updateStock", row: { query, index: 0 } });
  await using other = await SellerLab.start({ portal: lab.portal });
  const planned = await other.page.planWrite({
    call: "updateStock",
    values: { ...form.values, quantidadeEstoque: String(quantity) },
  });
  if (!planned.ok) {
    throw new TypeError(planned.message);
  }
  expect(await other.page.sendWrite({ planId: planned.plan.id })).toMatchObject({
    outcome: "done",
  });
}
