import type { FieldKind } from "../../contract/fields.ts";
import type { ErrorCode } from "../../contract/problems.ts";
import { isAmbiguousNumber, pointed, readDecimal } from "../../contract/values/decimal.ts";
import { textOfCell } from "./csvWriter.ts";
import { shortened } from "./junk.ts";

/** `unproven`: the file proves no sign and the person chose none. */
export type DecimalSign = "," | "." | "unproven";

export type CellReading =
  | { readonly ok: true; readonly value: string | number }
  | { readonly ok: false; readonly code: ErrorCode };

/** Undoes changes of spreadsheets if the original is certain (`="00123"`, `01000-000`, `22030000`); refuses guesses. */
export function readCell(cell: string, kind: FieldKind, decimal: DecimalSign): CellReading {
  const text = cell.trim();
  const constant = /^="(?<text>[^"]*)"$/u.exec(text)?.groups?.["text"];
  if (constant !== undefined) {
    return readPlain(constant, kind, decimal);
  }
  if (isFormula(text)) {
    return { ok: false, code: "formula" };
  }
  // Removes the apostrophe that `textCell` adds before a possible formula.
  return readPlain(textOfCell(text), kind, decimal);
}

function readPlain(content: string, kind: FieldKind, decimal: DecimalSign): CellReading {
  // A spreadsheet keeps digits as text by an apostrophe; only a text may have its own.
  const text = kind === "text" ? content : content.replace(/^'(?=\d)/u, "");
  switch (kind) {
    case "integer":
      return readInteger(text, decimal);
    case "decimal":
      return readNumber(text, decimal, "notANumber");
    case "ean13":
      return readDigits(text, 13, "eanShape");
    case "cep":
      return readDigits(text.replace(/^(\d{2})\.?(\d{3})-(\d{3})$/u, "$1$2$3"), 8, "cepShape");
    case "ncm":
      return readNcm(text);
    default:
      return { ok: true, value: text };
  }
}

/** A spreadsheet would return a formula with its sign doubled, or not at all. */
function isFormula(text: string): boolean {
  return /^[=@]|^[+-](?![\s\d.,]|$)/u.test(text);
}

function readInteger(text: string, decimal: DecimalSign): CellReading {
  const reading = readNumber(text, decimal, "notAnInteger");
  return reading.ok && !Number.isInteger(reading.value)
    ? { ok: false, code: "notAnInteger" }
    : reading;
}

function readNumber(text: string, decimal: DecimalSign, otherwise: ErrorCode): CellReading {
  if (shortened.test(text)) {
    return { ok: false, code: "excelNumber" };
  }
  const number = text.replace(/^R\$\s*/u, "");
  if (decimal === "unproven" && isAmbiguousNumber(number)) {
    return { ok: false, code: "ambiguousNumber" };
  }
  const reading = readDecimal(pointed(number, decimal));
  if (reading.ok) {
    return reading;
  }
  return { ok: false, code: reading.reason === "tooManyDigits" ? "tooManyDigits" : otherwise };
}

/** A code of digits, not a number: leading zeros count, and spreadsheets drop them. */
function readDigits(text: string, length: number, otherwise: ErrorCode): CellReading {
  if (shortened.test(text)) {
    return { ok: false, code: "excelNumber" };
  }
  if (/^\d+$/u.test(text) && text.length < length) {
    return { ok: false, code: "leadingZeroLost" };
  }
  return new RegExp(`^\\d{${length}}$`, "u").test(text)
    ? { ok: true, value: text }
    : { ok: false, code: otherwise };
}

function readNcm(text: string): CellReading {
  if (/^\d{4}\.\d{2}\.\d{2}$/u.test(text)) {
    return { ok: true, value: text };
  }
  const digits = readDigits(text, 8, "ncmShape");
  return digits.ok
    ? { ok: true, value: text.replace(/^(\d{4})(\d{2})(\d{2})$/u, "$1.$2.$3") }
    : digits;
}
