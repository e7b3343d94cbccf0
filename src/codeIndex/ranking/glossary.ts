import { glossaryTable } from "./glossaryTable.ts";

export const glossary: ReadonlyMap<string, readonly string[]> = new Map(
  glossaryTable
    .replaceAll("\n", "")
    .split(";")
    .map((entry): [string, readonly string[]] => {
      const [portuguese = "", ...words] = entry.split(" ");
      return [portuguese, words];
    }),
);
const englishWords = new Set([...glossary.values()].flat());

/** Words that are English, too, such as `data`, are translated only in Portuguese text. */
export function englishOf(word: string, isPortuguese = true): readonly string[] {
  if (!isPortuguese && englishWords.has(word)) {
    return [];
  }
  for (const form of formsOf(word)) {
    const found = glossary.get(form);
    if (found) {
      return found;
    }
  }
  return [];
}

function formsOf(word: string): readonly string[] {
  const forms = [word];
  const add = (pattern: RegExp, ...ends: readonly string[]): void => {
    if (word.length > 4 && pattern.test(word)) {
      forms.push(...ends.map((end) => word.replace(pattern, end)));
    }
  };
  add(/oes$/u, "ao");
  add(/(?:ns)$/u, "m");
  add(/([aeo]i)s$/u, "l");
  add(/(?:ais)$/u, "al");
  add(/(?:res|zes)$/u, word.endsWith("zes") ? "z" : "r");
  add(/s$/u, "");
  add(/(?:ad[oa]s?)$/u, "ar");
  add(/(?:id[oa]s?)$/u, "er", "ir");
  add(/(?:ando)$/u, "ar");
  add(/(?:endo)$/u, "er");
  add(/(?:indo)$/u, "ir");
  add(/(?:a|am|amos|ou)$/u, "ar");
  add(/(?:e|em|emos|eu)$/u, "er", "ir", "ar");
  add(/(?:imos|iu)$/u, "ir");
  add(/as$/u, "o", "a");
  add(/a$/u, "o");
  return forms;
}
