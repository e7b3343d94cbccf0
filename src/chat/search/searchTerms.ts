import { foldText } from "../../shared/text/foldText.ts";

const maxTerms = 20;
const maxTermLength = 200;

export function searchTerms(query: string): readonly string[] {
  const words = foldText(query)
    .split(/\s+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, maxTermLength));
  return [...new Set(words)].slice(0, maxTerms);
}
