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
      dataInicio: "2026-12-01T00:00:00.000Z",
      dataFim: "2026-12-31T23:59:59.999Z",
    }),
  ]);
});
