import { expect, test } from "vitest";

import { csvFile, SellerLab } from "./sellerLab.ts";
import { stockHeader, stockRows } from "./stockImports.ts";

test("each row is shown with old and new before the first write, and how its cells were read", async () => {
  await using lab = await SellerLab.start();
  const header = "Código Plataforma;UF;Preço;Início;Fim";
  const rows = ["101;MG;1.234,56;01/12/2026;2026-12-31", "102;XX;5,00;01/12/2026;31/12/2026"];
  await lab.back.import.choose(csvFile([header, ...rows].join("\n")));
  await lab.back.import.check();
  const { check } = lab.back.import.state;
  expect(check).toMatchObject({
    columns: ["Código Plataforma", "UF", "Preço", "Início", "Fim"],
    previewed: 2,
  });
  const all = await lab.page.importRows({ show: "all", offset: 0, count: 100 });
  expect(all).toMatchObject({
    matching: 2,
    rows: [
      {
        line: 2,
        isLeftOut: false,
        cells: [
          { text: "101", after: 101 },
          { text: "MG", after: 31 },
          { text: "1.234,56", after: 1_234.56 },
          { text: "01/12/2026", after: "2026-12-01T03:00:00.000Z" },
          { text: "2026-12-31", after: "2027-01-01T02:59:59.999Z" },
        ],
      },
      { line: 3, effect: "invalid", cells: [{ text: "102" }, { text: "XX" }, {}, {}, {}] },
    ],
  });
  expect(await lab.page.importRows({ show: "invalid", offset: 0, count: 100 })).toMatchObject({
    matching: 1,
    rows: [{ line: 3, note: expect.any(String) as unknown }],
  });
  expect(lab.writes).toEqual([]);
});

test("rows that the person unticks are not written, and not counted in the question", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(`${stockRows(4)}\n105;0\n106;0`));
  await lab.back.import.check();
  const [first] = (await lab.page.importRows({ show: "changed", offset: 0, count: 1 })).rows;
  expect(first).toMatchObject({ line: 2, effect: "changed", cells: [{}, { after: 9_000 }] });
  expect(first?.cells[1]?.before).toEqual(expect.any(Number));
  for (const line of [3, 6, 7]) {
    await lab.page.chooseImportRows({ choice: { line }, isWritten: false });
  }
  await lab.page.chooseImportRows({ choice: { line: 7 }, isWritten: true });
  expect(lab.back.import.state.check).toMatchObject({ leftOut: { changing: 2, same: 0 } });
  await lab.back.import.start();
  expect(lab.confirmations).toEqual([expect.stringMatching(/^zero 1/u)]);
  expect(lab.back.import.state).toMatchObject({
    stage: "finished",
    counts: { done: 4, leftOut: 2, total: 6 },
  });
  expect(lab.writes.some((write) => /atualizar\/10[25]\//u.test(write))).toBe(false);
});

test("all rows of a filter are unticked at once; with none ticked nothing starts", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(stockRows(3)));
  await lab.back.import.check();
  const { revision } = lab.back.import.state.check ?? {};
  await lab.page.chooseImportRows({ choice: { show: "changed" }, isWritten: false });
  expect(lab.back.import.state.check?.revision).not.toBe(revision);
  await lab.back.import.start();
  expect(lab.back.import.state.stage).toBe("checked");
  expect(lab.writes).toEqual([]);
  await lab.page.chooseImportRows({ choice: { show: "all" }, isWritten: true });
  await lab.back.import.start();
  expect(lab.writes).toHaveLength(3);
});

test("a warning that many rows have is said once, with their number and the first line", async () => {
  await using lab = await SellerLab.start();
  const rows = Array.from({ length: 30 }, (_, index) => `${101 + index};-5`);
  await lab.back.import.choose(csvFile([stockHeader, ...rows, "999;x"].join("\n")));
  await lab.back.import.check();
  expect(lab.back.import.state.check).toMatchObject({
    warningCount: 30,
    warnings: [{ line: 2, count: 30 }],
    errors: [{ line: 32 }],
  });
});

test("columns that are empty in the same rows share one warning", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile("SKU\tDescrição\tPeso\nA-1\tCafé\t1,5\nA-2\tChá\t2,5\n"));
  await lab.back.import.check();
  const { warnings = [] } = lab.back.import.state.check ?? {};
  const empty = warnings.filter(({ count }) => count === 2);
  expect(empty).toHaveLength(1);
  expect(empty[0]?.text).toMatch(/^[^:]+, [^:]+: /u);
});

test("twenty thousand rows are looked at a window at a time", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(stockRows(20_000)));
  await lab.back.import.check();
  const last = await lab.page.importRows({ show: "all", offset: 19_990, count: 200 });
  expect(last.matching).toBe(20_000);
  expect(last.rows.map(({ line }) => line).at(-1)).toBe(20_001);
  expect(JSON.stringify(lab.back.import.state).length).toBeLessThan(10_000);
});
