import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { price, product, term } from "./bodies.ts";
import { SandboxLab } from "./sandboxLab.ts";

let lab: SandboxLab;
beforeAll(async () => {
  lab = await SandboxLab.start();
});
afterAll(() => lab.stop());

type Fields = Readonly<Record<string, unknown>>;

/** What a list says under the keys of what was written; the rest of the seed is left out. */
async function listed(
  path: string,
  keyOf: (entry: Fields) => string,
  keys: ReadonlySet<string>,
): Promise<Readonly<Record<string, Fields>>> {
  const entries = (await lab.list(path)).map((entry) => [keyOf(entry), entry] as const);
  const wanted = entries.filter(([key]) => keys.has(key));
  expect(new Set(wanted.map(([key]) => key)).size).toBe(wanted.length);
  return Object.fromEntries(wanted);
}

async function save(path: string, body: unknown): Promise<void> {
  const { status, text } = await lab.call("POST", path, { body });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

const decimal = (places: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 9_999_999 }).map((scaled) => scaled / 10 ** places);

test("after any saves of products, each is in the list once, with the last value of every field", async () => {
  const model = new Map<string, Fields>();
  const change = fc.record(
    {
      descricao: fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.trim() !== ""),
      peso: decimal(3),
      altura: decimal(2),
      largura: decimal(2),
      comprimento: decimal(2),
      codigoMarca: fc.nat(),
      prazoValidade: fc.nat(),
    },
    { requiredKeys: [] },
  );
  const code = fc.integer({ min: 1, max: 5 }).map((number) => `PROP-${number}`);
  const saves = fc.array(fc.tuple(code, change), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(saves, async (given) => {
      for (const [codigoProdutoSeller, changes] of given) {
        const known = model.get(codigoProdutoSeller);
        const body = { ...(known ? {} : product), ...changes, codigoProdutoSeller };
        await save("/portal-seller/produtos/salvar/1001/1", body);
        model.set(codigoProdutoSeller, { ...known, ...body });
      }
      const found = await listed(
        "/portal-seller/produtos/buscar?codigoPessoaSeller=1001",
        ({ codigoProdutoSeller }) => String(codigoProdutoSeller),
        new Set(model.keys()),
      );
      expect(found).toMatchObject(Object.fromEntries(model));
      expect(Object.keys(found)).toHaveLength(model.size);
    }),
    { numRuns: 25 },
  );
});

test("after any saves of prices, each product has one in a state, the last one", async () => {
  const model = new Map<string, Fields>();
  const one = fc.record({
    produto: fc.record({ codigo: fc.integer({ min: 1, max: 3 }) }),
    estado: fc.record({ codigo: fc.constantFrom(35, 33, 99) }),
    valorPrecoBase: decimal(2),
  });
  const keyOf = ({ produto, estado }: Fields): string => JSON.stringify([produto, estado]);
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 8 }), async (given) => {
      for (const changes of given) {
        const body = { ...price, ...changes };
        await save("/portal-seller/precos/salvar", body);
        model.set(keyOf(body), body);
      }
      const found = await listed(
        "/portal-seller/precos/buscar?codigoSeller=1001",
        keyOf,
        new Set(model.keys()),
      );
      expect(found).toMatchObject(Object.fromEntries(model));
    }),
    { numRuns: 15 },
  );
});

test("after any saves of terms, each range has one in a state, the last one", async () => {
  const model = new Map<string, Fields>();
  const one = fc.record({
    estado: fc.record({ codigo: fc.constantFrom(35, 33) }),
    cepInicio: fc.constantFrom("01001000", "01002000"),
    cepFim: fc.constantFrom("01002000", "01003000"),
    quantidadeDiasEntrega: fc.nat({ max: 90 }),
  });
  const keyOf = ({ estado, cepInicio, cepFim }: Fields): string =>
    JSON.stringify([estado, cepInicio, cepFim]);
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 8 }), async (given) => {
      for (const changes of given) {
        const body = { ...term, ...changes };
        await save("/portal-seller/prazos/salvar/1001", body);
        model.set(keyOf(body), body);
      }
      const found = await listed(
        "/portal-seller/prazos/buscar?codigoSeller=1001",
        keyOf,
        new Set(model.keys()),
      );
      expect(found).toMatchObject(Object.fromEntries(model));
    }),
    { numRuns: 25 },
  );
});

test("after any stock updates and minimums, the lists have the last ones and as many entries as before", async () => {
  const stockPath = "/portal-seller/estoques/buscar?codigoFornecedorSeller=1001";
  const minimumPath = "/portal-seller/pedidoMinimo/buscar?codigoSeller=1001";
  const before = [(await lab.list(stockPath)).length, (await lab.list(minimumPath)).length];
  const stock = new Map<number, number>();
  const minimums = new Map<number, number>();
  const update = fc.tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.nat({ max: 9_999_999 }),
    fc.constantFrom(35, 33, 31),
    decimal(2),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 6 }), async (given) => {
      for (const [code, quantity, estado, valor] of given) {
        await lab.call("PUT", `/portal-seller/estoques/atualizar/${code}/${quantity}`);
        stock.set(code, quantity);
        const id = { fornecedor: { codigoPessoa: 1001 }, estado: { codigo: estado } };
        await save("/portal-seller/pedidoMinimo/salvar", { id, valor });
        minimums.set(estado, valor);
      }
      const stocks = await lab.list(stockPath);
      const listedMinimums = await lab.list(minimumPath);
      expect([stocks.length, listedMinimums.length]).toEqual(before);
      for (const [codigoProdutoMarketplace, quantidadeEstoque] of stock) {
        expect(stocks).toContainEqual(
          expect.objectContaining({ codigoProdutoMarketplace, quantidadeEstoque }),
        );
      }
      for (const [codigo, valor] of minimums) {
        const id = { fornecedor: { codigoPessoa: 1001 }, estado: { codigo } };
        expect(listedMinimums).toContainEqual(expect.objectContaining({ id, valor }));
      }
    }),
    { numRuns: 15 },
  );
});
