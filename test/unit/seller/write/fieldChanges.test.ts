import { describe, expect, test } from "vitest";

import { sellerCall } from "../../../../src/seller/contract/calls.ts";
import {
  CurrentRecords,
  keyOfInput,
  readCallFor,
} from "../../../../src/seller/write/currentRecords.ts";
import { fieldChanges } from "../../../../src/seller/write/fieldChanges.ts";
import { samples } from "../contract/samples.ts";

type WriteId = Exclude<keyof typeof samples, `list${string}` | "getOrder">;

function changes(id: WriteId, records: readonly Record<string, unknown>[]) {
  const input = samples[id];
  const matching = new CurrentRecords(id, records).matching(input);
  return fieldChanges(id, input, matching).map(({ name, before, after, state }) => [
    name,
    before,
    after,
    state,
  ]);
}

test("every write knows what to read before it, and no read does", () => {
  const read = Object.keys(samples).map((id) => readCallFor(id as keyof typeof samples));
  const isWrite = Object.keys(samples).map((id) => sellerCall(id as keyof typeof samples).isWrite);
  expect(read.map((id) => id !== undefined)).toEqual(isWrite);
});

test("a stock is compared with the quantity of the same product", () => {
  const records = [
    { codigoProdutoMarketplace: 122, quantidadeEstoque: 1 },
    { codigoProdutoMarketplace: 123, quantidadeEstoque: 38 },
  ];
  expect(changes("updateStock", records)).toEqual([
    ["codigoProdutoMarketplace", 123, 123, "same"],
    ["quantidadeEstoque", 38, 50, "changed"],
  ]);
});

test("what the portal does not have is new", () => {
  expect(changes("updateStock", [])).toEqual([
    ["codigoProdutoMarketplace", undefined, 123, "new"],
    ["quantidadeEstoque", undefined, 50, "new"],
  ]);
});

describe("a price", () => {
  const now = {
    produto: { codigo: 123 },
    estado: { codigo: 35 },
    valorPrecoBase: "18.90",
    dataInicio: "2026-01-01T00:00:00.000+0000",
    dataFim: null,
  };
  const expected = [
    ["produto.codigo", 123, 123, "same"],
    ["estado.codigo", 35, 35, "same"],
    ["valorPrecoBase", "18.90", 19.99, "changed"],
    ["dataInicio", "2026-01-01T00:00:00.000+0000", "2026-01-01T00:00:00.000Z", "same"],
    ["dataFim", null, "2026-12-31T23:59:59.999Z", "new"],
  ];

  test("is compared with the validity that is most alike, however records are written", () => {
    const other = { ...now, valorPrecoBase: 1, dataInicio: "2020-01-01T00:00:00.000Z" };
    expect(changes("savePrice", [other, now, { ...now, estado: { codigo: 33 } }])).toEqual(
      expected,
    );
  });

  test("is found by bare codes too", () => {
    const bare = [{ ...now, produto: 123, estado: "35" }];
    expect(changes("savePrice", bare)).toEqual([
      expected[0],
      ["estado.codigo", "35", 35, "same"],
      ...expected.slice(2),
    ]);
  });
});

test("a minimum order is found with and without its outer id", () => {
  const flat = { fornecedor: { codigoPessoa: 1001 }, estado: { codigo: 35 }, valor: 150 };
  const { valor, ...id } = flat;
  const states = [[flat], [{ id, valor }]].map((records) =>
    changes("saveMinimumOrder", records).map(([, , , state]) => state),
  );
  expect(states).toEqual([
    ["same", "same", "same"],
    ["same", "same", "same"],
  ]);
});

test("a field that the portal has and the write does not send is named", () => {
  const input = { parameters: {}, body: { numeroPedido: 555, codigoStatus: 4 } };
  const record = { numeroPedido: 555, codigoStatus: 3, codigoRastreamento: "BR1" };
  expect(
    fieldChanges("registerTracking", input, [record]).map(({ name, state }) => [name, state]),
  ).toEqual([
    ["numeroPedido", "same"],
    ["codigoStatus", "changed"],
    ["codigoRastreamento", "notSent"],
  ]);
});

test("a field is found in the only inner object that has it, and in none of two", () => {
  const [, , ...fields] = changes("registerTracking", [
    {
      numeroPedido: 555,
      rastreio: { codigoRastreamento: "BR0", nomeTransportadora: "A" },
      anterior: { nomeTransportadora: "B" },
    },
  ]);
  expect(fields.slice(0, 2)).toEqual([
    ["codigoRastreamento", "BR0", "BR123456789", "changed"],
    ["nomeTransportadora", undefined, "Transportes Sul", "new"],
  ]);
});

test("rows about the same thing have the same key; without all its parts there is none", () => {
  expect([
    keyOfInput("updateStock", {
      parameters: { codigoProdutoMarketplace: 1, quantidadeEstoque: 2 },
    }),
    keyOfInput("savePrice", { body: { produto: { codigo: 1 }, estado: { codigo: 35 } } }),
    keyOfInput("savePrice", { body: { produto: { codigo: 1 } } }),
    keyOfInput("listStock", {}),
  ]).toEqual(['["1"]', '["1","35"]', undefined, undefined]);
});

test("hostile records are bounded and change nothing else", () => {
  const record = JSON.parse(
    '{"codigoProdutoSeller":"SKU-1","__proto__":{"polluted":9},"descricao":["x"],"peso":{"a":1}}',
  ) as Record<string, unknown>;
  expect({}).not.toHaveProperty("polluted");
  const long = { ...record, descricao: "x".repeat(10_000) };
  const before = fieldChanges("saveProduct", samples.saveProduct, [long]).map(
    ({ before: value }) => value,
  );
  expect(before.slice(0, 2)).toEqual(["SKU-1", "x".repeat(500)]);
  expect(before.slice(2).every((value) => value === undefined)).toBe(true);
});

test("a record comes back as the portal gave it, several of one key in its order", () => {
  const records = [
    { codigoProdutoMarketplace: 123, quantidadeEstoque: 1, nome: "Café 😀" },
    { codigoProdutoMarketplace: 122, quantidadeEstoque: 2 },
    { codigoProdutoMarketplace: "123", quantidadeEstoque: null, lotes: [{ codigo: 7 }] },
    { codigoProdutoMarketplace: 123, quantidadeEstoque: 3 },
  ];
  const found = new CurrentRecords("updateStock", records).matching(samples.updateStock);
  expect(found).toEqual([records[0], records[2], records[3]]);
});

test("a number too large for JSON stays another value than none", () => {
  // As `JSON.parse` reads 1e400.
  const records = [{ codigoProdutoMarketplace: 123, quantidadeEstoque: Infinity }];
  expect(changes("updateStock", records)).toEqual([
    ["codigoProdutoMarketplace", 123, 123, "same"],
    ["quantidadeEstoque", "Infinity", 50, "changed"],
  ]);
});

test("records of two thousand sets of names, also dangerous ones, come back as they were", () => {
  const records = Array.from({ length: 2_000 }, (_, index) => ({
    codigoProdutoMarketplace: 123,
    [`campo${index}`]: { inner: [index, null, "x"] },
    ["__proto__"]: index,
  }));
  expect(new CurrentRecords("updateStock", records).matching(samples.updateStock)).toEqual(records);
});
