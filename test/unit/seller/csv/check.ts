import { checkedRows, checkFile, readHeader } from "../../../../src/seller/csv/check/checkFile.ts";
import { surveyFile } from "../../../../src/seller/csv/check/fileSurvey.ts";
import {
  type ImportCallId,
  suggestMapping,
} from "../../../../src/seller/csv/columns/importTarget.ts";
import { detectFormat } from "../../../../src/seller/csv/read/dialect.ts";
import { bytesOf, pieces, rowsOf } from "./files.ts";

/** What an import knows of its environment. */
export const environment = {
  codigoSeller: 1001,
  codigoUsuario: 7,
  timeZone: "America/Sao_Paulo",
};

/** What an import says of a file, and the rows that it would write. */
export async function check(
  call: ImportCallId,
  text: string,
  junk?: Readonly<Record<string, "asIs" | "empty">>,
) {
  const bytes = bytesOf(text);
  const format = detectFormat(bytes);
  const header = (await readHeader(pieces(bytes), format)) ?? [];
  const reading = { call, mapping: suggestMapping(call, header), junk, ...environment };
  const plan = { ...reading, survey: await surveyFile(pieces(bytes), format, reading) };
  return {
    summary: await checkFile(pieces(bytes), format, { plan, header }),
    rows: await rowsOf(checkedRows(pieces(bytes), format, plan)),
  };
}
