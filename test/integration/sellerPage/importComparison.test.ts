import { expect, test } from "vitest";

import { csvFile, SellerLab } from "./sellerLab.ts";
import { runImport, stockHeader, stockOf, stockRows, stuck, until } from "./stockImports.ts";

test("the check says how many rows are new, change something or are there already, and writes nothing", async () => {
  await using lab = await SellerLab.start();
  const [[code, stock] = []] = await stockOf(lab);
  await lab.back.import.choose(
    csvFile(`${stockHeader}\n101;9001\n${String(code)};${String(stock)}\n999999;5`),
  );
  await lab.page.checkImport({});
  expect(lab.back.import.state.check).toMatchObject({
    rows: 3,
    compared: { added: 1, changed: 1, same: 1 },
  });
  expect(lab.writes).toEqual([]);
});

test("rows that are there already are not written unless they are wanted", async () => {
  await using lab = await SellerLab.start();
  const text = stockRows(6);
  await runImport(lab, text);
  const half = text.replace("9000", "8000");
  const before = lab.writes.length;
  await runImport(lab, half);
  expect(lab.back.import.state.counts).toMatchObject({ done: 1, unchanged: 5 });
  expect(lab.writes.slice(before)).toEqual(["PUT /portal-seller/estoques/atualizar/101/8000"]);
  await lab.back.import.check();
  await lab.page.startImport({ withUnchanged: false });
  expect(lab.back.import.state.stage).toBe("checked");
  expect(lab.writes.length).toBe(before + 1);
  await lab.page.startImport({ withUnchanged: true });
  expect((await lab.imported("finished")).counts).toMatchObject({ done: 6, unchanged: 0 });
  expect(lab.writes.length).toBe(before + 7);
});

test("garbage may be collected after each record of the portal and each row, also of those that change nothing", async () => {
  await using lab = await SellerLab.start({ productCount: 5_000 });
  // A list as long as this one is parsed to see that it can be, and again as it is read.
  const parsed = 2 * (await stockOf(lab)).size;
  await runImport(lab, stockRows(6));
  expect(lab.tidied).toEqual({ read: 3 * parsed + 4 * 6, write: 6 });
  await runImport(lab, stockRows(6).replace("9000", "8000"));
  expect(lab.tidied).toEqual({ read: 6 * parsed + 8 * 6, write: 7 });
});

test("what the portal has may be unreadable: the check says so, and all rows are written", async () => {
  await using lab = await SellerLab.start();
  lab.intercept = ({ url }) =>
    url.includes("/estoques/buscar")
      ? Promise.resolve(Response.json({}, { status: 500 }))
      : undefined;
  await lab.back.import.choose(csvFile(stockRows(3)));
  await lab.back.import.check();
  expect(lab.back.import.state.check).toMatchObject({
    valid: 3,
    notCompared: "not compared: serverError",
  });
  await lab.back.import.start();
  expect(lab.back.import.state.counts).toMatchObject({ done: 3, unchanged: 0 });
});

test("a portal that cannot be compared with any more is not written to: more rows would be than were said", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(stockRows(3)));
  await lab.back.import.check();
  lab.intercept = ({ url }) =>
    url.includes("/estoques/buscar")
      ? Promise.resolve(Response.json({}, { status: 500 }))
      : undefined;
  await lab.back.import.start();
  expect(lab.back.import.state).toMatchObject({ stage: "cancelled", message: "serverError" });
  expect(lab.writes).toEqual([]);
});

test("a check can be cancelled while the portal is still being read", async () => {
  await using lab = await SellerLab.start();
  let isAsked = false;
  lab.intercept = ({ url }) => {
    isAsked ||= url.includes("/estoques/buscar");
    return isAsked ? stuck() : undefined;
  };
  await lab.back.import.choose(csvFile(stockRows(3)));
  const checking = lab.back.import.check();
  await until(() => isAsked);
  await lab.page.cancelImport({});
  expect(lab.back.import.state).toMatchObject({ stage: "chosen" });
  lab.intercept = () => undefined;
  await lab.back.import.check();
  expect(lab.back.import.state.check).toMatchObject({ valid: 3 });
  await checking;
});
