import { afterAll, beforeAll, expect, test } from "vitest";

import { cancellation, minimum, price, term, tracking } from "./bodies.ts";
import { SandboxLab } from "./sandboxLab.ts";

let lab: SandboxLab;
beforeAll(async () => {
  lab = await SandboxLab.start();
});
afterAll(() => lab.stop());

const paths = {
  savePrice: "/portal-seller/precos/salvar",
  saveTerm: "/portal-seller/prazos/salvar/1001",
  saveMinimum: "/portal-seller/pedidoMinimo/salvar",
  track: "/portal-seller/pedidos/registrarRastreio",
  cancel: "/portal-seller/pedidos/cancelarPedido",
};

/** The lists that what is refused below must not have changed. */
async function conditions(): Promise<readonly string[]> {
  const answers = await Promise.all([
    lab.call("GET", "/portal-seller/precos/buscar?codigoSeller=1001"),
    lab.call("GET", "/portal-seller/prazos/buscar?codigoSeller=1001"),
    lab.call("GET", "/portal-seller/pedidoMinimo/buscar?codigoSeller=1001"),
  ]);
  return answers.map(({ text }) => text);
}

test.each<readonly [string, string, Readonly<Record<string, unknown>>, number]>([
  [
    "a price of an unknown product",
    paths.savePrice,
    { ...price, produto: { codigo: 999_999 } },
    404,
  ],
  ["a price of another's product", paths.savePrice, { ...price, produto: { codigo: 5001 } }, 404],
  ["a price with three decimals", paths.savePrice, { ...price, valorPrecoBase: 1.005 }, 422],
  ["a negative price", paths.savePrice, { ...price, valorPrecoBase: -1 }, 422],
  [
    "a price that ends before it begins",
    paths.savePrice,
    { ...price, dataFim: "2026-01-01T00:00:00.000Z" },
    422,
  ],
  [
    "a price that has ended",
    paths.savePrice,
    { ...price, dataInicio: undefined, dataFim: "2026-01-01T00:00:00.000Z" },
    422,
  ],
  ["30 February", paths.savePrice, { ...price, dataInicio: "2026-02-30T00:00:00.000Z" }, 422],
  ["a local time", paths.savePrice, { ...price, dataInicio: "2026-12-01T00:00:00-03:00" }, 422],
  ["a state of three digits", paths.savePrice, { ...price, estado: { codigo: 351 } }, 422],
  ["a CEP with its hyphen", paths.saveTerm, { ...term, cepInicio: "01310-000" }, 422],
  ["a range that ends before it begins", paths.saveTerm, { ...term, cepFim: "01300000" }, 422],
  ["a term of minus one day", paths.saveTerm, { ...term, quantidadeDiasEntrega: -1 }, 422],
  [
    "another seller's minimum",
    paths.saveMinimum,
    { ...minimum, id: { ...minimum.id, fornecedor: { codigoPessoa: 2002 } } },
    403,
  ],
  [
    "a minimum without a state",
    paths.saveMinimum,
    { ...minimum, id: { fornecedor: { codigoPessoa: 1001 } } },
    422,
  ],
  [
    "a tracking address that is none",
    paths.track,
    { ...tracking, urlRastreamento: "javascript:alert(1)" },
    422,
  ],
  ["tracking of an unknown order", paths.track, { ...tracking, numeroPedido: 1 }, 404],
  ["cancelling another's order", paths.cancel, { ...cancellation, numeroPedido: 600_001 }, 404],
])("refuses %s", async (_, path, body, status) => {
  const before = await conditions();
  expect((await lab.call("POST", path, { body })).status).toBe(status);
  expect(await conditions()).toEqual(before);
});
