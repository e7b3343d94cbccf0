import * as vscode from "vscode";

import type { CodeReadings } from "../../seller/csv/check/codeReadings.ts";

const { l10n } = vscode;

export function whoseCodes(readings: readonly CodeReadings[]): string {
  const found = readings.flatMap(({ title, count, asOwn, asPlatform }) => [
    l10n.t(
      "{0} as your codes (SKU): {1} of {2} products are found{3}.",
      ...foundIn(title, asOwn, count),
    ),
    l10n.t(
      "{0} as the platform's codes: {1} of {2} products are found{3}.",
      ...foundIn(title, asPlatform, count),
    ),
  ]);
  const question = l10n.t(
    "Whose product codes does the file have, yours or the platform's? Choose the column below.",
  );
  return [question, ...found].join(" ");
}

function foundIn(
  title: string,
  { count, names }: CodeReadings["asOwn"],
  all: number,
): [string, number, number, string] {
  return [title, count, all, names.length > 0 ? ` (${names.join(", ")})` : ""];
}
