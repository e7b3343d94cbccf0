import { expect, test } from "vitest";

import { csvFile, SellerLab } from "./sellerLab.ts";
import { isWrite, runImport, stockHeader, stockOf, stockRows } from "./stockImports.ts";

test("a file is recognised, checked whole, written row by row, and each row is in the journal", async () => {
  await using lab = await SellerLab.start();
  lab.picked = csvFile(stockRows(40));
  await lab.page.chooseImportFile({ from: "disk" });
  const chosen = lab.back.import.state;
  expect(chosen).toMatchObject({ stage: "chosen", plan: { call: "updateStock" } });
  await lab.page.checkImport({});
  expect(lab.back.import.state.check).toMatchObject({ rows: 40, valid: 40, errorCount: 0 });
  expect(lab.writes).toEqual([]);
  await lab.page.startImport({ withUnchanged: false });
  const { counts } = await lab.imported("finished");
  expect(counts).toEqual({
    total: 40,
    done: 40,
    failed: 0,
    unknown: 0,
    invalid: 0,
    unchanged: 0,
    leftOut: 0,
    complained: 0,
    accepted: 0,
  });
  expect((await stockOf(lab)).get(140)).toBe(9_039);
  const journal = await lab.page.readJournal({ search: "rows.csv:41", offset: 0 });
  expect(journal.entries).toHaveLength(1);
  expect(journal.entries[0]).toMatchObject({ source: "csv", outcome: "done" });
});

test.each([
  [
    "Customer;City\nAna;Recife\nRui;Belém",
    "no Seller's code (codigoProdutoSeller) in Customer,City",
  ],
  ["descricao;peso\nShirt;1,5", "no Seller's code (codigoProdutoSeller) in descricao,peso"],
  ["estado;valor;peso\n1;10;2", "no Seller (id.fornecedor.codigoPessoa) in estado,valor,peso"],
  ["\u0001\u0002\n[binary]", "no Seller's code (codigoProdutoSeller) in"],
])(
  "a file that is not understood is not written, and its columns are named: %j",
  async (text, message) => {
    await using lab = await SellerLab.start();
    await lab.back.import.choose(csvFile(text));
    expect(lab.back.import.state.message).toContain(message);
    await lab.back.import.check();
    await lab.back.import.start(true);
    expect(lab.back.import.state).toMatchObject({ stage: "chosen" });
    expect(lab.back.import.state.check).toBeUndefined();
    expect(lab.back.import.state.message).toContain(message);
    expect(lab.writes).toEqual([]);
  },
);

test("a column that the person chooses for the key makes the file understood", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile("descricao;peso;own\nShirt;1,5;A-1\nHat;1;"));
  const { plan } = lab.back.import.state;
  if (!plan) {
    throw new Error("The file was not read");
  }
  const mapping = { ...plan.mapping, codigoProdutoSeller: "own" };
  await lab.back.import.change({ ...plan, mapping });
  expect(lab.back.import.state.message).toBeUndefined();
  await lab.back.import.check();
  expect(lab.back.import.state.check).toMatchObject({ rows: 2, valid: 1 });
  expect(lab.problems.filter(({ level }) => level === "error")).toMatchObject([{ line: 3 }]);
});

test("a file that is started twice at once is written once", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(stockRows(3)));
  await lab.back.import.check();
  await Promise.all([lab.back.import.start(), lab.back.import.start()]);
  expect(lab.back.import.state).toMatchObject({ stage: "finished", counts: { done: 3 } });
  expect(lab.writes).toHaveLength(3);
});

test("a row with a problem changes nothing, is shown on its line, and is in the file of failed rows", async () => {
  await using lab = await SellerLab.start();
  const before = await stockOf(lab);
  await runImport(lab, `${stockHeader}\n101;7,89E+12\n102;9001\n103;=1+1\n104;8\n104;0\n999999;5`);
  const { counts, stage } = lab.back.import.state;
  expect({ counts, stage }).toEqual({
    stage: "finished",
    counts: {
      total: 6,
      done: 1,
      failed: 1,
      unknown: 0,
      invalid: 4,
      unchanged: 0,
      leftOut: 0,
      complained: 0,
      accepted: 0,
    },
  });
  expect(lab.problems.map(({ line, level }) => [line, level])).toEqual([
    [2, "error"],
    [4, "error"],
    [5, "error"],
    [6, "error"],
  ]);
  const after = await stockOf(lab);
  expect(after).toEqual(new Map([...before, [102, 9_001]]));
  await lab.page.saveFailedRows({});
  const failed = lab.saved.at(-1);
  expect(failed?.name).toBe("rows-failed.csv");
  await lab.back.import.choose(csvFile(failed?.text ?? "", "rows-failed.csv"));
  await lab.back.import.check();
  expect(lab.back.import.state).toMatchObject({
    plan: { call: "updateStock" },
    check: { rows: 5, valid: 1 },
  });
});

test("a portal that asks for a pause is given one, and loses no row", async () => {
  await using lab = await SellerLab.start();
  let refused = 0;
  lab.intercept = (request) => {
    if (!isWrite(request) || refused >= 3) {
      return undefined;
    }
    refused += 1;
    return Promise.resolve(
      Response.json({ codigo: "LIMITE" }, { status: 429, headers: { "retry-after": "0" } }),
    );
  };
  await runImport(lab, stockRows(12));
  expect(lab.back.import.state.counts).toMatchObject({ done: 12, failed: 0 });
  expect(refused).toBe(3);
});

test("rows whose answers are lost are sent again where that does no harm, and are all done", async () => {
  await using lab = await SellerLab.start();
  const lost = new Set<string>();
  lab.intercept = (request, send) => {
    if (!isWrite(request) || lost.has(request.url) || lost.size >= 2) {
      return undefined;
    }
    lost.add(request.url);
    return send().then(() => Promise.reject(new TypeError("socket hang up")));
  };
  await runImport(lab, stockRows(6));
  expect(lab.back.import.state.counts).toMatchObject({ done: 6, failed: 0, unknown: 0 });
  expect((await stockOf(lab)).get(106)).toBe(9_005);
});

test("tracking whose answer is lost is unknown, is not repeated, not even by another import of the file", async () => {
  await using lab = await SellerLab.start();
  const { numeroPedido } = lab.portal.sandbox;
  const rows = `numeroPedido,codigoStatus,codigoRastreamento\n${numeroPedido},50,A1\n999999999,50,A2`;
  lab.intercept = (request, send) =>
    isWrite(request) && request.body?.includes("A1") === true
      ? send().then(() => Promise.reject(new TypeError("socket hang up")))
      : undefined;
  await runImport(lab, rows);
  expect(lab.back.import.state.counts).toMatchObject({ done: 0, failed: 1, unknown: 1 });
  await lab.page.saveFailedRows({});
  expect(lab.saved.at(-1)?.text).not.toContain("A1");
  const before = lab.writes.length;
  await runImport(lab, rows);
  expect(lab.back.import.state.counts).toMatchObject({ unknown: 1 });
  expect(lab.writes.length).toBe(before);
});

test("a file that is changed after it was checked is not written", async () => {
  await using lab = await SellerLab.start();
  let stamp = "1";
  const file = { ...csvFile(stockRows(3)), stamp: () => Promise.resolve(stamp) };
  await lab.back.import.choose(file);
  await lab.back.import.check();
  stamp = "2";
  await lab.back.import.start();
  expect(lab.back.import.state).toMatchObject({ stage: "checked", message: "fileChanged" });
  expect(lab.writes).toEqual([]);
});
