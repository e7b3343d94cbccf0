import { expect, test } from "vitest";

import { csvFile, SellerLab } from "./sellerLab.ts";
import { runImport, stockHeader, stockOf, stockRows } from "./stockImports.ts";

test("a file that changes much is asked about with its numbers, and is not written without a yes", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  await lab.back.import.choose(csvFile(`${stockRows(30)}\n131;0\n132;0`));
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.confirmations).toEqual([expect.stringMatching(/^zero 2, jumps 0 0/u)]);
  expect(lab.writes).toEqual([]);
  lab.confirms = true;
  await lab.back.import.start();
  expect(lab.writes).toHaveLength(32);
});

test("a stock that a form sets to zero is asked about, another is not", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  const send = async (quantidadeEstoque: string): Promise<string> => {
    const values = { codigoProdutoMarketplace: "101", quantidadeEstoque };
    const planned = await lab.page.planWrite({ call: "updateStock", values });
    return planned.ok ? (await lab.page.sendWrite({ planId: planned.plan.id })).outcome : "";
  };
  expect(await send("7")).toBe("done");
  expect(lab.confirmations).toEqual([]);
  expect(await send("0")).toBe("notSent");
  expect(lab.confirmations).toHaveLength(1);
});

test("a stock that a form or a file changes much is asked about with its numbers", async () => {
  await using lab = await SellerLab.start();
  const before = Number((await stockOf(lab)).get(101));
  lab.calmStock = 80;
  lab.confirms = false;
  const values = { codigoProdutoMarketplace: "101", quantidadeEstoque: String(before * 2) };
  const planned = await lab.page.planWrite({ call: "updateStock", values });
  expect(planned).toMatchObject({
    plan: { danger: `stocks 1: ${before} to ${before * 2}` },
  });
  await lab.page.sendWrite({ planId: planned.ok ? planned.plan.id : "" });
  await runImport(lab, `${stockHeader}\n101;${before * 2}\n101;${before * 2}`);
  expect(lab.confirmations).toEqual(
    Array.from({ length: 2 }, () => `stocks 1: ${before} to ${before * 2}`),
  );
  expect(lab.writes).toEqual([]);
});

test("a text with characters that were lost before is asked about in a form, and in a file", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  const values = { codigoProdutoSeller: "SKU-1", descricao: "Caf\uFFFD torrado" };
  const planned = await lab.page.planWrite({ call: "saveProduct", values });
  const id = planned.ok ? planned.plan.id : "";
  expect((await lab.page.sendWrite({ planId: id })).outcome).toBe("notSent");
  expect(lab.confirmations).toEqual([expect.stringContaining("lost 1")]);
  const header = "codigoProdutoSeller;descricao";
  await lab.back.import.choose(csvFile(`${header}\nSKU-1;Caf\uFFFD\nSKU-2;Café`));
  await lab.back.import.check();
  const { plan, check } = lab.back.import.state;
  expect(check).toMatchObject({ valid: 1, questions: [{ code: "junkText", field: "descricao" }] });
  if (plan) {
    await lab.back.import.change({ ...plan, junk: { descricao: "asIs" } });
  }
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.confirmations.at(-1)).toContain("lost 1");
  expect(lab.writes).toEqual([]);
});

test("a file with one row of a long list is written without a question", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  await lab.back.import.choose(csvFile(`${stockHeader}\n101;7`));
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.confirmations).toEqual([]);
  expect(lab.writes).toHaveLength(1);
});

test("the share of the records from which a file is asked about is the person's setting", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  lab.calmShare = 0;
  await lab.back.import.choose(csvFile(`${stockHeader}\n101;7`));
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.confirmations).toHaveLength(1);
  expect(lab.writes).toEqual([]);
});

test("a file whose changes are not known, because the list cannot be read, is asked about", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  lab.intercept = ({ url }) =>
    url.includes("/estoques/buscar")
      ? Promise.resolve(Response.json({}, { status: 500 }))
      : undefined;
  await runImport(lab, `${stockHeader}\n101;7`);
  expect(lab.confirmations).toEqual(["not compared: serverError"]);
  expect(lab.writes).toEqual([]);
});

test("a list whose entries have no key is not compared with: no row is taken for new", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  lab.intercept = ({ url }) =>
    url.includes("/estoques/buscar")
      ? Promise.resolve(Response.json([{ quantidadeEstoque: 5 }, { quantidadeEstoque: 6 }]))
      : undefined;
  await runImport(lab, `${stockHeader}\n101;7`);
  expect(lab.confirmations).toEqual(["not compared: unreadable"]);
  expect(lab.writes).toEqual([]);
});

test("an entry without its key may be any row's record: rows without one are not taken for new", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  lab.intercept = ({ url }) =>
    url.includes("/estoques/buscar")
      ? Promise.resolve(
          Response.json([
            { codigoProdutoMarketplace: 102, quantidadeEstoque: 5 },
            { quantidadeEstoque: 6 },
          ]),
        )
      : undefined;
  await runImport(lab, `${stockHeader}\n101;7`);
  expect(lab.confirmations).toEqual(["not compared: incomplete"]);
  expect(lab.writes).toEqual([]);
});

const prices = { list: "listPrices", search: "", isDescending: false } as const;

test.each([
  ["40", []],
  ["60", [expect.stringMatching(/^zero 0, jumps 1 (?:60|59\.\d+|60\.\d+)$/u)]],
])(
  "prices that many rows change by %s % are asked about from the threshold on",
  async (value, asked) => {
    await using lab = await SellerLab.start();
    lab.confirms = false;
    await lab.page.openList({ list: "listPrices", refresh: false });
    await lab.page.bulkEdit({ query: prices, rows: [0], change: { kind: "percent", value } });
    await lab.imported("checked");
    await lab.back.import.start();
    expect(lab.confirmations).toEqual(asked);
    expect(lab.writes).toHaveLength(asked.length === 0 ? 1 : 0);
  },
);

test.each([
  [1.4, []],
  [1.6, [expect.stringMatching(/^zero 0, jumps 1 (?:60|59\.\d+|60\.\d+)$/u)]],
])(
  "a price that a form or a table makes %d times is asked about from the threshold on",
  async (times, asked) => {
    await using lab = await SellerLab.start();
    lab.confirms = false;
    await lab.page.openList({ list: "listPrices", refresh: false });
    const { values } = await lab.page.openForm({
      call: "savePrice",
      row: { query: prices, index: 0 },
    });
    const valorPrecoBase = (Number(values["valorPrecoBase"]) * times).toFixed(2);
    const planned = await lab.page.planWrite({
      call: "savePrice",
      values: { ...values, valorPrecoBase },
    });
    expect(planned.ok && (planned.plan.danger === undefined) === (asked.length === 0)).toBe(true);
    const planId = planned.ok ? planned.plan.id : "";
    expect((await lab.page.sendWrite({ planId })).outcome).toBe(
      asked.length === 0 ? "done" : "notSent",
    );
    expect(lab.confirmations).toEqual(asked);
  },
);

test("a price of which the portal shows no present one is said in the review and asked about", async () => {
  await using lab = await SellerLab.start();
  lab.confirms = false;
  const values = {
    "produto.codigo": "999999",
    "estado.codigo": "35",
    valorPrecoBase: "21.35",
    dataInicio: "2026-12-01T03:00:00.000Z",
    dataFim: "2026-12-31T23:59:59.999Z",
  };
  const planned = await lab.page.planWrite({ call: "savePrice", values });
  expect(planned).toMatchObject({ ok: true, plan: { danger: "unknown prices 1" } });
  const planId = planned.ok ? planned.plan.id : "";
  expect((await lab.page.sendWrite({ planId })).outcome).toBe("notSent");
  expect(lab.confirmations).toEqual(["unknown prices 1"]);
});

test("production asks for its name even where the sandbox is calm, with the numbers where it is not", async () => {
  await using lab = await SellerLab.start({ kind: "production", ambiente: "HML" });
  lab.confirms = false;
  await runImport(lab, `${stockHeader}\n101;7`);
  await runImport(lab, `${stockHeader}\n101;0`);
  const values = { codigoProdutoMarketplace: "101", quantidadeEstoque: "0" };
  const planned = await lab.page.planWrite({ call: "updateStock", values });
  await lab.page.sendWrite({ planId: planned.ok ? planned.plan.id : "" });
  expect(lab.confirmations).toEqual([
    "1 rows in Lab",
    "1 rows in Lab. zero 1, jumps 0 0",
    expect.stringMatching(/^updateStock .+ in Lab\. zero 1, jumps 0 0$/u),
  ]);
  expect(lab.writes).toEqual([]);
});
