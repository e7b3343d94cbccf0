import { expect, test } from "vitest";

import type { CsvInput } from "../../../src/extension/seller/import/csvInput.ts";
import { erpExports } from "./erpExports.ts";
import { type ErpFile, erpFiles } from "./erpFormats.ts";
import { csvFile, SellerLab } from "./sellerLab.ts";

function inputOf({ name, text, encoding }: ErpFile): CsvInput {
  const bytes =
    encoding === undefined
      ? new TextEncoder().encode(text)
      : encoding === "utf-16le"
        ? Uint8Array.from(Buffer.from(`\uFEFF${text}`, "utf16le"))
        : // Latin-1, which has all characters that are used here.
          Uint8Array.from(Buffer.from(text, "latin1"));
  return {
    ...csvFile("", `${name}.csv`),
    read: async function* read() {
      yield await Promise.resolve(bytes);
    },
  };
}

/** What is asked of the file, or what its rows would write. */
async function outcomeOf(file: ErpFile): Promise<Pick<ErpFile, "asked" | "call" | "rows">> {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(inputOf(file));
  const { canCheck, message = "", plan } = lab.back.import.state;
  if (!canCheck) {
    return { asked: message.startsWith("whose codes") ? "codes" : "columns" };
  }
  await lab.back.import.check();
  const { check } = lab.back.import.state;
  if ((check?.questions ?? []).length > 0) {
    return { asked: "cells" };
  }
  const { rows } = lab.back.import.rows({ show: "all", offset: 0, count: 100 });
  const call = plan?.call ?? "";
  return {
    call,
    rows: rows.map(({ effect, cells }) =>
      effect === "invalid" ? "refused" : valuesOf(call, cells).join(" "),
    ),
  };
}

/** The platform's code, found by the seller's, is in the last column. */
function valuesOf(
  call: string,
  cells: readonly { readonly after?: unknown }[],
): readonly unknown[] {
  const values = cells.map(({ after }) => after);
  return call === "updateStock" || call === "savePrice"
    ? [values.at(-1), ...values.slice(0, -1)]
    : values;
}

test.each([...erpFiles, ...erpExports])("$name", async (file) => {
  const { asked, call, rows } = file;
  const expected = asked
    ? { asked }
    : { call, rows: rows?.map((row, index) => (row === "repeated" ? rows[index - 1] : row)) };
  expect(await outcomeOf(file)).toEqual(expected);
});
