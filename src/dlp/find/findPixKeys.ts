import { Columns } from "../judge/columns.ts";
import { contextIn, contextOfColumn, wordsAround } from "../judge/context.ts";
import type { Finding } from "./finding.ts";

const uuid = /(?<![\w-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\w-])/giu;
const anyName = /pix|aleat[oó]ria/iu;

/** Random PIX keys are UUIDs, which are common in code: nearby words or the column must name a PIX key. */
export function findPixKeys(text: string): readonly Finding[] {
  if (!anyName.test(text)) {
    return [];
  }
  const columns = new Columns(text);
  return [...text.matchAll(uuid)].flatMap(({ index: start, 0: { length } }): readonly Finding[] => {
    const end = start + length;
    const isNamed =
      contextIn(wordsAround(text, start, end), "pix").isLikely ||
      contextOfColumn(columns.nameAt(start) ?? "", "pix").isLikely;
    return isNamed ? [{ kind: "pix", start, end, certainty: "certain" }] : [];
  });
}
