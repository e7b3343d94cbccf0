import type { Fields } from "../../../shared/base/json.ts";
import { isAmbiguousNumber } from "../../contract/values/decimal.ts";
import { recordValue } from "../../write/currentRecords.ts";
import { csvHeader, csvLine, textCell } from "../read/csvWriter.ts";
import type { CsvFormat } from "../read/dialect.ts";
import { type ImportCallId, type ImportField, importFields } from "./importTarget.ts";

/** Can be imported again: only imported fields appear. */
export function* exportRows(
  id: ImportCallId,
  records: Iterable<Fields>,
  { delimiter, decimal }: Pick<CsvFormat, "delimiter"> & { readonly decimal: "," | "." },
): Generator<string> {
  const fields = importFields(id);
  yield csvHeader(
    fields.map(({ name }) => name),
    delimiter,
  );
  for (const record of records) {
    const cells = fields.map((field) => cellOf(field, record, decimal));
    yield csvLine(cells, delimiter);
  }
}

function cellOf({ path }: ImportField, record: Fields, decimal: "," | "."): string {
  const value = recordValue(record, path.slice(1));
  if (typeof value === "number") {
    const text = String(value).replace(".", decimal);
    // Without this zero, a reader cannot exclude that 1.234 is a thousand.
    return isAmbiguousNumber(text) ? `${text}0` : text;
  }
  return typeof value === "string" ? textCell(value) : "";
}
