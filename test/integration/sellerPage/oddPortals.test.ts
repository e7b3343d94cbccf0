import { afterEach, expect, test } from "vitest";

import { echo, type OddPortal, startOddPortal } from "../../support/oddPortal.ts";
import { SellerLab } from "./sellerLab.ts";
import { runImport, stockHeader } from "./stockImports.ts";

const old = new Map([
  [1, 5],
  [2, 6],
  [3, 7],
]);
const file = `${stockHeader}\n1;50\n2;60\n3;7`;
const answers = [
  ["a protocol", () => ({ protocolo: 1, mensagem: "Solicitação recebida com sucesso." })],
  ["an echo", echo],
] as const;

let portal: OddPortal | undefined;

afterEach(async () => {
  await portal?.close();
  portal = undefined;
});

async function labAt(oddity: Parameters<typeof startOddPortal>[0]): Promise<SellerLab> {
  portal = await startOddPortal(oddity);
  return await SellerLab.start({ baseUrl: portal.url, codigoSeller: 1001, ambiente: "HML" });
}

async function outcomes(lab: SellerLab): Promise<readonly unknown[]> {
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  return entries.map(({ outcome, isSeen }) => [outcome, isSeen === true]);
}

async function written(lab: SellerLab): Promise<readonly [string, boolean]> {
  const values = { codigoProdutoMarketplace: "1", quantidadeEstoque: "50" };
  const planned = await lab.page.planWrite({ call: "updateStock", values });
  const planId = planned.ok ? planned.plan.id : "";
  const { outcome } = await lab.page.sendWrite({ planId });
  const recheck = await lab.page.recheck({ planId });
  return [outcome, recheck.ok && recheck.isThere];
}

for (const [name, answer] of answers) {
  test(`a portal that confirms with ${name} and forgets: no row of an import counts as written`, async () => {
    await using lab = await labAt({ answer, stock: () => old });
    await runImport(lab, file);
    const { stage, counts, notSeen } = lab.back.import.state;
    expect([stage, notSeen]).toEqual(["finished", [2, 3]]);
    expect(counts).toMatchObject({ done: 0, accepted: 2, unchanged: 1 });
    expect(await outcomes(lab)).toEqual([
      ["accepted", false],
      ["accepted", false],
    ]);
    const [entry] = (await lab.page.readJournal({ search: "", offset: 0 })).entries;
    const looked = await lab.page.lookAgain({ id: entry?.id ?? "" });
    expect(looked).toMatchObject({ ok: true, isThere: false });
    expect(await lab.page.undoImport({})).toMatchObject({ ok: false });
    expect(portal?.writes.length).toBe(2);
  });
}

test("a stock that the portal confirmed and then sold from counts as written", async () => {
  await using lab = await labAt({
    answer: echo,
    stock: (_, writes) => new Map([...old, ...writes.map(([code]) => [code, 49] as const)]),
  });
  await runImport(lab, file);
  expect(lab.back.import.state.counts).toMatchObject({ done: 2, accepted: 0 });
  expect(await lab.page.undoImport({})).toMatchObject({ ok: false });
});

test("a form's write that the portal forgets is accepted, and a reading does not show it", async () => {
  await using lab = await labAt({ answer: answers[0][1], stock: () => old });
  expect(await written(lab)).toEqual(["accepted", false]);
  expect(await outcomes(lab)).toEqual([["accepted", false]]);
});

/** Another quantity at each reading, for each product. */
function flipping(reading: number): ReadonlyMap<number, number> {
  return new Map([...old.keys()].map((code) => [code, 100 * reading + code]));
}

test("a portal that shows other values at each reading: nothing is shown as done, or undone", async () => {
  await using lab = await labAt({ answer: answers[0][1], stock: flipping });
  expect(await written(lab)).toEqual(["accepted", false]);
  await runImport(lab, file);
  const { stage, counts, notSeen } = lab.back.import.state;
  expect([stage, notSeen]).toEqual(["finished", [2, 3, 4]]);
  expect(counts).toMatchObject({ done: 0, accepted: 3 });
  expect(portal?.writes.length).toBe(4);
  expect(await lab.page.undoImport({})).toMatchObject({ ok: false });
});

test("a portal that echoes and shows other values at each reading: an undo leaves the rows out", async () => {
  await using lab = await labAt({ answer: echo, stock: flipping });
  await runImport(lab, file);
  const undone = await lab.page.undoImport({});
  expect(undone.ok).toBe(false);
  expect(undone.message).toMatch(/"changed":\["\d","\d","\d"\]/u);
  expect(portal?.writes.length).toBe(3);
});

test("values that are there at every other reading: an undo writes only what its review shows", async () => {
  const wanted = new Map([
    [1, 50],
    [2, 60],
    [3, 7],
  ]);
  // The check, the start and the end of the import; then the undo, its check and its start.
  const shows = [old, old, wanted, wanted, old, wanted];
  await using lab = await labAt({
    answer: answers[0][1],
    stock: (reading) => shows[reading - 1] ?? old,
  });
  await runImport(lab, file);
  expect(lab.back.import.state.counts).toMatchObject({ done: 2, accepted: 0, unchanged: 1 });
  expect(await lab.page.undoImport({})).toMatchObject({ ok: true });
  const { check } = await lab.imported("checked");
  expect(check).toMatchObject({ valid: 2, compared: { same: 2 } });
  await lab.back.import.start();
  expect(portal?.writes.length).toBe(2);
});
