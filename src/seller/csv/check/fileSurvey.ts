import { importFields, keyFields, skuFieldOf } from "../columns/importTarget.ts";
import type { DecimalSign } from "../read/cellValue.ts";
import { tableRows } from "../read/csvRows.ts";
import { DecimalProof } from "../read/decimalProof.ts";
import type { CsvFormat } from "../read/dialect.ts";
import { hasMonthFirst } from "./fieldReading.ts";
import { LineIndex } from "./lineIndex.ts";
import { type RowPlan, RowReading } from "./rowReading.ts";

export interface FileSurvey {
  /** `unproven` also if the file contradicts the format. */
  readonly decimal: DecimalSign;
  readonly isMonthFirst: boolean;
  /**
   * An earlier row of the same record with other content, also in columns that are not imported, for example a
   * warehouse. Undefined for the first of equal rows.
   */
  otherRow(
    key: string | undefined,
    line: number,
  ): { readonly line: number; readonly isSame: boolean } | undefined;
}

/** Reads a file once before its rows are checked. Only keys are kept in memory. */
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

/** The plan for the keys alone. Rows are compared as text, so cells outside the key need not be read. */
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
