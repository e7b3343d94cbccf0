import { tableRows } from "./csvRows.ts";
import type { CsvFormat } from "./dialect.ts";
import { keyFields, skuFieldOf } from "./importTarget.ts";
import { LineIndex } from "./lineIndex.ts";
import { type RowPlan, RowReading } from "./rowReading.ts";

/** Findings of a first reading of a whole file, which the check of each of its rows needs. */
export interface FileSurvey {
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
  for await (const row of tableRows(source, format)) {
    if (!reading) {
      reading = new RowReading({ ...keysOnly(plan), decimal: format.decimal }, row.cells);
      continue;
    }
    onRow?.();
    if (!reading.structureOf(row)) {
      const key = reading.keyOf(reading.read(row).raw);
      if (key !== undefined) {
        index.add(key, JSON.stringify(row.cells.map((cell) => cell.trim())), row.line);
      }
    }
  }
  return {
    otherRow: (key, line) => (key === undefined ? undefined : index.other(key, line)),
  };
}

/** Other cells need not be read: whether two rows are equal is seen in their text. */
function keysOnly(plan: Omit<RowPlan, "decimal">): Omit<RowPlan, "decimal"> {
  const keys = new Set([
    ...keyFields(plan.call).map(({ name }) => name),
    skuFieldOf(plan.call)?.name,
    "dataInicio",
  ]);
  const mapping = Object.entries(plan.mapping).filter(([name]) => keys.has(name));
  return { ...plan, mapping: Object.fromEntries(mapping) };
}
