import { namesIn } from "./snippets.ts";
import { importLine } from "./tokenWindow.ts";

const maxLines = 300;
/** An import of more lines is not read on. */
const maxImportLines = 60;
const quoted = /"[^"]*"|'[^']*'/gu;

/** The names in the import statements of a file's first lines; those of modules count, addresses in quotes do not. */
export function importedNames(head: string): ReadonlySet<string> {
  const found = new Set<string>();
  let left = 0;
  for (const line of head.split(/\r?\n/u, maxLines)) {
    const isBegin = importLine.test(line);
    if (isBegin || left > 0) {
      const bare = line.slice(0, 500).replaceAll(quoted, "");
      for (const name of namesIn(bare)) {
        found.add(name);
      }
      const isOpen = /[{(][^})]*$/u.test(bare) || (!isBegin && !/[})]/u.test(bare));
      left = isOpen ? (isBegin ? maxImportLines : left - 1) : 0;
    }
  }
  return found;
}
