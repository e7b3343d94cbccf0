import type { Fields } from "../../../shared/base/json.ts";
import { isAmbiguousNumber } from "../../contract/values/decimal.ts";
import { recordValue } from "../../write/currentRecords.ts";
import { csvHeader, csvLine, textCell } from "../read/csvWriter.ts";
import type { CsvFormat } from "../read/dialect.ts";
import { type ImportCallId, type ImportField, importFields } from "./importTarget.ts";

/** The file can be imported again: it has exactly the imported fields. */
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
    // Without a fourth decimal, a reader could take 1.234 for a thousand.
    return isAmbiguousNumber(text) ? `${text}0` : text;
  }
  return typeof value === "string" ? textCell(value) : "";
}
