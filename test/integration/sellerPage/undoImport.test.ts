import { afterEach, beforeEach, expect, test } from "vitest";

import { csvFile, SellerLab } from "./sellerLab.ts";
import { isWrite, runImport, stockHeader, stockOf, stockRows } from "./stockImports.ts";

let lab: SellerLab;

beforeEach(async () => {
  lab = await SellerLab.start();
});

afterEach(() => lab[Symbol.asyncDispose]());

async function batchOf(): Promise<{ readonly id: string; readonly count: number }> {
  const { entries } = await lab.page.readJournal({ search: "", offset: 0, isGrouped: true });
  const [{ batch } = {}] = entries;
  if (!batch) {
    throw new Error("The newest entry is of no import");
  }
  return batch;
}

async function undo(): Promise<void> {
  await lab.imported("checked");
  await lab.back.import.start();
  await lab.imported("finished");
}

test("an import is one row of the journal, which opens to its writes", async () => {
  await runImport(lab, stockRows(12));
  const grouped = await lab.page.readJournal({ search: "", offset: 0, isGrouped: true });
  expect([grouped.matching, grouped.entries[0]?.batch]).toMatchObject([
    1,
    { name: "rows.csv", count: 12 },
  ]);
  const { id } = await batchOf();
  const writes = await lab.page.readJournal({ search: "", offset: 0, batch: id });
  expect([writes.matching, writes.entries.length]).toEqual([12, 12]);
  const found = await lab.page.readJournal({
    search: "quantidadeEstoque 9003",
    offset: 0,
    isGrouped: true,
  });
  expect(found.matching).toBe(1);
});

test("an import is undone by one import with its own review, which is undone like any other", async () => {
  const before = await stockOf(lab);
  await runImport(lab, stockRows(12));
  const after = await stockOf(lab);
  const { id } = await batchOf();
  expect(await lab.page.undoImport({ batch: id })).toMatchObject({ ok: true });
  await lab.imported("checked");
  expect(lab.back.state.place).toBe("import");
  expect(lab.back.import.state.check).toMatchObject({ valid: 12, compared: { changed: 12 } });
  const { rows } = await lab.page.importRows({ show: "all", offset: 0, count: 1 });
  expect(rows[0]?.subject).toContain("101");
  expect(await stockOf(lab)).toEqual(after);
  await undo();
  expect(await stockOf(lab)).toEqual(before);
  const again = await batchOf();
  expect(again.id).not.toBe(id);
  await lab.page.undoImport({ batch: again.id });
  await undo();
  expect(await stockOf(lab)).toEqual(after);
});

test("what changed since, or was never confirmed, is named and left out", async () => {
  const before = await stockOf(lab);
  lab.intercept = (request) =>
    isWrite(request) && request.url.includes("/atualizar/103/")
      ? Promise.resolve(Response.json({ recebido: "sim" }))
      : undefined;
  await runImport(lab, stockRows(4));
  lab.intercept = () => undefined;
  const { id } = await batchOf();
  await runImport(lab, `${stockHeader}\n102;7`);
  const undone = await lab.page.undoImport({ batch: id });
  expect(undone.ok).toBe(true);
  expect(JSON.parse(undone.message)).toMatchObject({
    changed: [expect.stringContaining("102")],
    unconfirmed: [expect.stringContaining("103")],
    others: [],
  });
  await undo();
  const now = await stockOf(lab);
  expect([101, 102, 103, 104].map((code) => now.get(code))).toEqual([
    before.get(101),
    7,
    before.get(103),
    before.get(104),
  ]);
});

test("the values from before are a file that can be imported", async () => {
  const before = await stockOf(lab);
  await runImport(lab, stockRows(3));
  await lab.page.undoImport({ asFile: true });
  const [file] = lab.saved;
  expect(file?.name).toBe("undo rows.csv");
  await runImport(lab, file?.text ?? "");
  expect(await stockOf(lab)).toEqual(before);
});

test("an import of another environment, or none, is not undone", async () => {
  expect(await lab.page.undoImport({})).toMatchObject({ ok: false });
  await lab.back.import.choose(csvFile(stockRows(1)));
  expect(await lab.page.undoImport({ batch: "nobody" })).toMatchObject({ ok: false });
});
