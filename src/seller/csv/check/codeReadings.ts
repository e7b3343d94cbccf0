import { onlyIndexOf } from "../columns/importTarget.ts";
import { type Catalogue, platformCodeOf } from "../columns/platformCodes.ts";
import { readCell } from "../read/cellValue.ts";
import { tableRows } from "../read/csvRows.ts";
import type { CsvFormat } from "../read/dialect.ts";
import type { CsvSource } from "./checkFile.ts";

/** A column whose title does not show whose codes it has. */
export interface CodeReadings {
  readonly title: string;
  readonly count: number;
  readonly asOwn: FoundProducts;
  readonly asPlatform: FoundProducts;
}

interface FoundProducts {
  readonly count: number;
  readonly names: readonly string[];
}

const maxRows = 1_000;
const maxNames = 3;

/** Columns without any known product are omitted. */
export async function codeReadings(
  source: CsvSource,
  format: CsvFormat,
  titles: readonly string[],
  { codes, names }: Catalogue,
): Promise<readonly CodeReadings[]> {
  const columns = await valuesOf(source, format, titles);
  return columns
    .map(({ title, values }) => ({
      title,
      count: values.length,
      asOwn: found(values, (value) => platformCodeOf(codes, value), names),
      asPlatform: found(
        values,
        (value) => (/^\d{1,15}$/u.test(value) ? Number(value) : undefined),
        names,
      ),
    }))
    .filter(({ asOwn, asPlatform }) => asOwn.count + asPlatform.count > 0);
}

/**
 * The column's codes, undefined in doubt. Small numbers match the platform's codes by chance, so a title such as
 * `Código` does not suffice; `codigoProduto` does if each value is a product.
 */
export function sureCodes(
  readings: readonly CodeReadings[],
): { readonly title: string; readonly isOwn: boolean } | undefined {
  const [first] = readings;
  if (!first || readings.length > 1) {
    return undefined;
  }
  const { title, count, asOwn, asPlatform } = first;
  const isPlatforms =
    /^codigoProduto$/iu.test(title) && asOwn.count === 0 && asPlatform.count === count;
  return asPlatform.count === 0 || isPlatforms ? { title, isOwn: !isPlatforms } : undefined;
}

async function valuesOf(
  source: CsvSource,
  format: CsvFormat,
  titles: readonly string[],
): Promise<readonly { readonly title: string; readonly values: readonly string[] }[]> {
  const columns = titles.map((title) => ({ title, index: -1, values: new Set<string>() }));
  let rows = 0;
  for await (const { cells } of tableRows(source, format)) {
    for (const column of columns) {
      if (rows === 0) {
        column.index = onlyIndexOf(
          cells.map((cell) => cell.trim()),
          column.title,
        );
      } else {
        const reading = readCell(cells[column.index] ?? "", "text", "unproven");
        const value = reading.ok ? String(reading.value).trim() : "";
        column.values.add(value);
      }
    }
    rows += 1;
    if (rows > maxRows) {
      break;
    }
  }
  return columns.map(({ title, values }) => ({
    title,
    values: [...values].filter((value) => value !== ""),
  }));
}

function found(
  values: readonly string[],
  codeOf: (value: string) => number | undefined,
  names: Catalogue["names"],
): FoundProducts {
  const products = values.flatMap((value) => {
    const name = names.get(codeOf(value) ?? Number.NaN);
    return name === undefined ? [] : [`${value} = ${name}`];
  });
  return { count: products.length, names: products.slice(0, maxNames) };
}
