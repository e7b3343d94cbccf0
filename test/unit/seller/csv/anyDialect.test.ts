import * as fc from "fast-check";
import { expect, test } from "vitest";

import { checkedRows, readHeader } from "../../../../src/seller/csv/check/checkFile.ts";
import { surveyFile } from "../../../../src/seller/csv/check/fileSurvey.ts";
import { suggestMapping } from "../../../../src/seller/csv/columns/importTarget.ts";
import { detectFormat } from "../../../../src/seller/csv/read/dialect.ts";
import { environment } from "./check.ts";
import { pieces, rowsOf } from "./files.ts";

/** How a program writes its numbers and its file. */
const dialect = fc.record({
  delimiter: fc.constantFrom(";", ",", "\t", "|"),
  decimal: fc.constantFrom(",", "."),
  hasThousands: fc.boolean(),
  /** Decimals of quantities: an ERP may write 12, 12,00 or 12,000. */
  places: fc.constantFrom(0, 0, 1, 2, 3, 4),
  /** Costs beside a stock may prove its decimal sign. */
  hasCosts: fc.boolean(),
  pricePlaces: fc.constantFrom(2, 3, 4),
  isQuoted: fc.boolean(),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  encoding: fc.constantFrom("utf-8", "utf-8 with mark", "utf-16le", "latin-1"),
  currency: fc.constantFrom("", "R$ "),
});

type Dialect = typeof dialect extends fc.Arbitrary<infer T> ? T : never;

const quantity = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.integer({ min: 0, max: 20_000 }),
  fc.integer({ min: 1, max: 1_100 }).map((thousands) => thousands * 1_000),
);
const price = fc.oneof(
  fc.integer({ min: 1, max: 99_999_999 }).map((cents) => Number(`${cents}e-2`)),
  fc.integer({ min: 1, max: 1_100 }).map((thousands) => thousands * 1_000),
);

function numberText(value: number, places: number, { decimal, hasThousands }: Dialect): string {
  const [whole = "", fraction] = value.toFixed(places).split(".");
  const group = decimal === "," ? "." : ",";
  const grouped = hasThousands ? whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, group) : whole;
  return fraction === undefined ? grouped : grouped + decimal + fraction;
}

function fileOf(table: readonly (readonly string[])[], how: Dialect): Uint8Array {
  const { delimiter, isQuoted, lineEnd, encoding } = how;
  const cell = (text: string): string =>
    isQuoted || text.includes(delimiter) ? `"${text}"` : text;
  const text = table.map((row) => row.map(cell).join(delimiter) + lineEnd).join("");
  switch (encoding) {
    case "utf-16le":
      return Uint8Array.from(Buffer.from(`\uFEFF${text}`, "utf16le"));
    case "latin-1":
      return Uint8Array.from(Buffer.from(text, "latin1"));
    default:
      return Uint8Array.from(Buffer.from(encoding === "utf-8" ? text : `\uFEFF${text}`, "utf8"));
  }
}

/** The inputs that the rows of a file become; undefined for a refused row. */
async function inputsOf(call: "updateStock" | "savePrice", bytes: Uint8Array) {
  const format = detectFormat(bytes);
  const header = (await readHeader(pieces(bytes), format)) ?? [];
  const reading = { call, mapping: suggestMapping(call, header), ...environment };
  const survey = await surveyFile(pieces(bytes), format, reading);
  const rows = await rowsOf(checkedRows(pieces(bytes), format, { ...reading, survey }));
  return rows.map(({ input }) => input);
}

test("a stock reaches the portal as the table has it, or its row is refused, in any dialect", async () => {
  const count = { rows: 0, written: 0 };
  await fc.assert(
    fc.asyncProperty(
      dialect,
      fc.array(fc.record({ stock: quantity, cost: price }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (how, table) => {
        const rows = table.map(({ stock, cost }, index) => [
          String(index + 1),
          `Café ${index}`,
          numberText(stock, how.places, how),
          !how.hasCosts ? "" : how.currency + numberText(cost, how.pricePlaces, how),
        ]);
        const header = ["Código da plataforma", "Descrição", "Saldo", "Custo"];
        const inputs = await inputsOf("updateStock", fileOf([header, ...rows], how));
        for (const [index, input] of inputs.entries()) {
          count.rows += 1;
          count.written += input ? 1 : 0;
          const written = input?.parameters["quantidadeEstoque"] ?? table[index]?.stock;
          expect([written, index]).toEqual([table[index]?.stock, index]);
        }
      },
    ),
    { numRuns: 400 },
  );
  // Most rows are no question at all.
  expect(count.written).toBeGreaterThan(count.rows / 2);
});

test("a price reaches the portal as the table has it, or its row is refused, in any dialect", async () => {
  const count = { rows: 0, written: 0 };
  await fc.assert(
    fc.asyncProperty(
      dialect,
      fc.array(price, { minLength: 1, maxLength: 8 }),
      async (how, prices) => {
        const rows = prices.map((value, index) => [
          String(index + 1),
          "MG",
          how.currency + numberText(value, how.pricePlaces, how),
        ]);
        const header = ["Código da plataforma", "UF", "Preço"];
        const inputs = await inputsOf("savePrice", fileOf([header, ...rows], how));
        for (const [index, input] of inputs.entries()) {
          count.rows += 1;
          count.written += input ? 1 : 0;
          const body = input?.body as { readonly valorPrecoBase?: number } | undefined;
          expect([body?.valorPrecoBase ?? prices[index], index]).toEqual([prices[index], index]);
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(count.written).toBeGreaterThan(count.rows / 2);
});
