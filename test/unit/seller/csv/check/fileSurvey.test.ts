import { expect, test } from "vitest";

import { surveyFile } from "../../../../../src/seller/csv/check/fileSurvey.ts";
import type { DecimalSign } from "../../../../../src/seller/csv/read/cellValue.ts";
import { environment } from "../check.ts";
import { bytesOf, pieces } from "../files.ts";

/** The sign by which the numbers of a file are read, if its format has this one. */
async function signOf(text: string, decimal: DecimalSign): Promise<DecimalSign> {
  const mapping = { codigoProdutoMarketplace: "id", quantidadeEstoque: "n" };
  const plan = { call: "updateStock", mapping, ...environment } as const;
  const format = { encoding: "utf-8", delimiter: ";", decimal } as const;
  const { decimal: sign } = await surveyFile(pieces(bytesOf(text)), format, plan);
  return sign;
}

const ambiguous = "2;1.000\n".repeat(10_000);

test.each([
  ["a proof far behind the beginning counts", `${ambiguous}3;5,00\n`, "unproven", ","],
  ["no number proves anything", ambiguous, "unproven", "unproven"],
  ["nothing contradicts the chosen sign", ambiguous, ",", ","],
  ["a number contradicts the chosen sign", `${ambiguous}3;5,00\n`, ".", "unproven"],
  ["numbers contradict each other", `3;5,00\n4;5.0\n`, ",", "unproven"],
] as const)("%s", async (_, rows, chosen, sign) => {
  expect(await signOf(`id;n\n${rows}`, chosen)).toBe(sign);
});
