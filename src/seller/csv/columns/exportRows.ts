import type { Fields } from "../../../shared/base/json.ts";
import { isAmbiguousNumber } from "../../contract/values/decimal.ts";
import { recordValue } from "../../write/currentRecords.ts";
import { csvHeader, csvLine, textCell } from "../read/csvWriter.ts";
import type { CsvFormat } from "../read/dialect.ts";
import { type ImportCallId, type ImportField, importFields } from "./importTarget.ts";

/**
 * The portal's records as a CSV file that can be imported again, one line per piece. Only fields
 * that an import knows are written; a missing field becomes an empty cell.
 */
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
    // A reader of this file alone cannot know that 1.234 is no thousand.
    return isAmbiguousNumber(text) ? `${text}0` : text;
  }
  return typeof value === "string" ? textCell(value) : "";
}
