import { importFields, keyFields, skuFieldOf } from "../columns/importTarget.ts";
import type { DecimalSign } from "../read/cellValue.ts";
import { tableRows } from "../read/csvRows.ts";
import { DecimalProof } from "../read/decimalProof.ts";
import type { CsvFormat } from "../read/dialect.ts";
import { hasMonthFirst } from "./fieldReading.ts";
import { LineIndex } from "./lineIndex.ts";
import { type RowPlan, RowReading } from "./rowReading.ts";

/** Findings of a first reading of a whole file, which the check of each of its rows needs. */
export interface FileSurvey {
  /** The format's sign, or that which the whole file proves; `unproven` also where the file contradicts the format. */
  readonly decimal: DecimalSign;
  readonly isMonthFirst: boolean;
  /**
   * Another row about the same record; undefined for a row without its key, and for the first of equal rows. Rows that
   * differ only in a column that is not imported differ, too: it may be a warehouse.
   */
  otherRow(
    key: string | undefined,
    line: number,
  ): { readonly line: number; readonly isSame: boolean } | undefined;
}

/** Reads a file once, before its rows are checked. Memory does not grow with the file, except for the keys. */
export async function surveyFile(
  source: AsyncIterable<Uint8Array>,
  format: CsvFormat,
  plan: Omit<RowPlan, "decimal">,
  onRow?: () => void,
): Promise<FileSurvey> {
  const index = new LineIndex();
  let reading: RowReading | undefined;
  let proof = new DecimalProof([]);
  let isMonthFirst = false;
  for await (const row of tableRows(source, format)) {
    if (!reading) {
      reading = new RowReading({ ...keysOnly(plan), decimal: format.decimal }, row.cells);
      proof = new DecimalProof(row.cells, amountTitles(plan));
      continue;
    }
    onRow?.();
    proof.add(row.cells);
    isMonthFirst ||= reading.datesOf(row).some(hasMonthFirst);
    if (!reading.structureOf(row)) {
      const key = reading.keyOf(reading.read(row).raw);
      if (key !== undefined) {
        index.add(key, JSON.stringify(row.cells.map((cell) => cell.trim())), row.line);
      }
    }
  }
  return {
    decimal: proof.sign(format.decimal),
    isMonthFirst,
    otherRow: (key, line) => (key === undefined ? undefined : index.other(key, line)),
  };
}

/** Other cells need not be read: whether two rows are equal is seen in their text. */
function keysOnly(plan: Omit<RowPlan, "decimal">): Omit<RowPlan, "decimal"> {
  const keys = new Set([
    ...keyFields(plan.call).map(({ name }) => name),
    skuFieldOf(plan.call)?.name,
    "dataInicio",
    "dataFim",
  ]);
  const mapping = Object.entries(plan.mapping).filter(([name]) => keys.has(name));
  return { ...plan, mapping: Object.fromEntries(mapping) };
}

function amountTitles({ call, mapping }: Omit<RowPlan, "decimal">): readonly string[] {
  return importFields(call)
    .filter(({ kind }) => kind === "decimal" || kind === "integer")
    .flatMap(({ name }) => mapping[name] ?? []);
}
