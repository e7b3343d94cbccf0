import { expect, test } from "vitest";

import { csvFile, SellerLab } from "./sellerLab.ts";

test.each([
  ["Código Marketplace;Nome\n123;Shirt", "updateStock"],
  ["Código Plataforma;UF;Início\n123;MG;01/12/2026", "savePrice"],
] as const)(
  "a required column without a place in the file is an error before the check: %j",
  async (text, call) => {
    await using lab = await SellerLab.start();
    await lab.back.import.choose(csvFile(text));
    const { plan } = lab.back.import.state;
    if (plan && plan.call !== call) {
      await lab.back.import.change({ ...plan, call });
    }
    expect(lab.back.import.state).toMatchObject({ stage: "chosen", canCheck: false });
    await lab.back.import.check();
    expect(lab.back.import.state).toMatchObject({ stage: "chosen" });
  },
);

test("prices as an ERP writes them become exactly the portal's values", async () => {
  await using lab = await SellerLab.start();
  const text = "Código Plataforma;UF;Preço;Início;Fim\n101;MG;1.234,56;01/12/2026;2026-12-31\n";
  await lab.back.import.choose(csvFile(text));
  expect(lab.back.import.state).toMatchObject({ canCheck: true, plan: { call: "savePrice" } });
  await lab.back.import.check();
  await lab.back.import.start(true);
  expect(lab.sent.filter(({ url }) => url.endsWith("/salvar")).map(({ body }) => body)).toEqual([
    JSON.stringify({
      produto: { codigo: 101 },
      estado: { codigo: 31 },
      valorPrecoBase: 1_234.56,
      dataInicio: "2026-12-01T03:00:00.000Z",
      dataFim: "2027-01-01T02:59:59.999Z",
    }),
  ]);
});

test("stock by the seller's own codes is written under the platform's, and unknown codes are errors", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile("SKU;Saldo\nSKU-00002;77\nSKU-00001;0\nSKU-99999;1\n"));
  expect(lab.back.import.state).toMatchObject({
    canCheck: true,
    plan: {
      call: "updateStock",
      mapping: { codigoProdutoSeller: "SKU", quantidadeEstoque: "Saldo" },
    },
  });
  await lab.back.import.check();
  expect(lab.back.import.state.check).toMatchObject({ rows: 3, valid: 2, errorCount: 1 });
  expect(lab.problems).toMatchObject([{ line: 4, level: "error" }]);
  await lab.back.import.start(true);
  expect(lab.writes.toSorted()).toEqual([
    expect.stringContaining("/atualizar/1/0"),
    expect.stringContaining("/atualizar/2/77"),
  ]);
});

test.each([
  ["SKU\tSaldo\nSKU-00001\t1.000\nSKU-00002\t3.000\n", "1.000"],
  ['"SKU","Estoque"\n"SKU-00001","12.000"\n"SKU-00002","8.000"\n', "12.000"],
  ["SKU;Saldo\nSKU-00001;1,000\n", "1,000"],
])(
  "thousands that nothing proves are asked about, and the answer counts for the file: %j",
  async (text, shown) => {
    await using lab = await SellerLab.start();
    await lab.back.import.choose(csvFile(text));
    await lab.back.import.check();
    const { plan, check } = lab.back.import.state;
    expect(check).toMatchObject({ valid: 0, questions: [{ text: shown, count: check?.rows }] });
    const answer = shown.includes(".") ? "," : ".";
    if (plan) {
      await lab.back.import.change({ ...plan, format: { ...plan.format, decimal: answer } });
    }
    await lab.back.import.check();
    await lab.back.import.start(true);
    const thousand = shown.replace(/[.,]/u, "");
    expect(lab.writes).toContainEqual(expect.stringContaining(`/atualizar/1/${thousand}`));
    expect(lab.back.import.state.check?.questions).toEqual([]);
  },
);

test.each([
  ["SKU;Estoque;Disponível;Reservado\nSKU-00001;50;5;45\n", "Estoque or Disponível or Reservado"],
  ["SKU;Depósito;Saldo\nSKU-00001;CD1;5\n", "Depósito or Saldo"],
  [
    "SKU;Descrição;Estoque;;\n;;Disponível;Reservado;Total\nSKU-00001;Café;5;2;7\n",
    "Estoque Disponível or Estoque Reservado or Estoque Total",
  ],
  [
    ";;Estoque;;\nSKU;Descrição;CD 1;CD 2;Total\nSKU-00001;Café;5;2;7\n",
    "Estoque CD 1 or Estoque CD 2 or Estoque Total",
  ],
])("which column is the stock is asked, and the file is one of stock: %j", async (text, asked) => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(text));
  const { plan, ...state } = lab.back.import.state;
  expect(plan?.call).toBe("updateStock");
  expect(state).toMatchObject({
    stage: "chosen",
    canCheck: false,
    message: expect.stringContaining(asked) as string,
  });
});

test("whose codes a column Produto has is asked with the products that each reading finds", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile("Produto;Estoque\n1;50\n2;60\n999999;1\n"));
  const { plan, canCheck, message = "" } = lab.back.import.state;
  expect([plan?.call, canCheck]).toEqual(["updateStock", false]);
  expect(JSON.parse(message.replace("whose codes ", ""))).toEqual([
    {
      title: "Produto",
      count: 3,
      asOwn: { count: 0, names: [] },
      asPlatform: {
        count: 2,
        names: [expect.stringMatching(/^1 = .+/u), expect.stringMatching(/^2 = .+/u)],
      },
    },
  ]);
  if (plan) {
    const mapping = { ...plan.mapping, codigoProdutoMarketplace: "Produto" };
    await lab.back.import.change({ ...plan, mapping });
  }
  await lab.back.import.check();
  const { rows } = lab.back.import.rows({ show: "all", offset: 0, count: 10 });
  expect(rows.map(({ note }) => note)).toEqual([expect.any(String), expect.any(String), undefined]);
});

test.each(["Código;Saldo\nSKU-00002;77\n", "Produto;Código;Saldo\nCafé;SKU-00002;77\n"])(
  "codes that the catalogue knows as the seller's own are taken, and their rows show names: %j",
  async (text) => {
    await using lab = await SellerLab.start();
    await lab.back.import.choose(csvFile(text));
    expect(lab.back.import.state).toMatchObject({
      canCheck: true,
      plan: { mapping: { codigoProdutoSeller: "Código", quantidadeEstoque: "Saldo" } },
    });
    await lab.back.import.check();
    const { rows } = lab.back.import.rows({ show: "all", offset: 0, count: 10 });
    expect(rows).toMatchObject([{ note: expect.any(String) as string, effect: "changed" }]);
  },
);

test("a column codigoProduto is the platform's if each of its codes is a known product, and else asked", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile("codigoProduto;Saldo\n1;50\n2;60\n"));
  expect(lab.back.import.state).toMatchObject({
    canCheck: true,
    plan: { call: "updateStock", mapping: { codigoProdutoMarketplace: "codigoProduto" } },
  });
  await lab.back.import.check();
  const { rows } = lab.back.import.rows({ show: "all", offset: 0, count: 10 });
  expect(rows.map(({ note }) => note)).toEqual([expect.any(String), expect.any(String)]);
  for (const text of ["codigoProduto;Saldo\n1;50\n999999;60\n", "Código;Saldo\n1;50\n2;60\n"]) {
    await lab.back.import.choose(csvFile(text));
    expect(lab.back.import.state.canCheck).toBe(false);
  }
});

test("without the portal's products no row by the seller's own code is checked", async () => {
  await using lab = await SellerLab.start();
  lab.intercept = ({ url }) =>
    url.includes("/produtos/buscar")
      ? Promise.resolve(Response.json({ erro: "proibido" }, { status: 403 }))
      : undefined;
  await lab.back.import.choose(csvFile("SKU;Saldo\nSKU-00002;77\n"));
  await lab.back.import.check();
  expect(lab.back.import.state).toMatchObject({ stage: "chosen", message: "forbidden" });
});

test.each(["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0"])(
  "a workbook is named as such, whatever its name says: %j",
  async (beginning) => {
    await using lab = await SellerLab.start();
    const bytes = Uint8Array.from(`${beginning}…`, (character) => character.charCodeAt(0));
    await lab.back.import.choose({
      ...csvFile("", "estoque.csv"),
      read: async function* read() {
        yield await Promise.resolve(bytes);
      },
    });
    expect(lab.back.import.state).toMatchObject({ stage: "none", message: "workbook" });
  },
);
