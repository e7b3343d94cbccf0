import type { TextLines } from "./textLines.ts";

const maxLines = 300;
const maxImportLines = 60;
const maxUnits = 500;
const firstLine =
  /^\s*(?:import\b|from\s+\S+\s+import\b|using\s+[\w.]+\s*;|use\s+[\w:]+|#\s*include\b|require(?:_relative)?\b|(?:const|let|var)\s.*\brequire\(|package\s+[\w.]+|namespace\s+[\w.\\]+|open\s+[\w.]+)/u;
const quoted = /"[^"]*"|'[^']*'/gu;

export function bareImport(line: string): string {
  return line.slice(0, maxUnits).replaceAll(quoted, "");
}

export function importStatements(
  lines: TextLines,
  end: number,
): readonly (readonly [string, ...string[]])[] {
  const found: [string, ...string[]][] = [];
  let open: string[] | undefined;
  for (let at = 0; at < Math.min(end, maxLines, lines.count); at += 1) {
    const line = lines.at(at);
    const isBegin = firstLine.test(line.slice(0, maxUnits));
    if (isBegin) {
      const statement: [string, ...string[]] = [line];
      found.push(statement);
      open = statement;
    } else if (open && isListOfNames(line)) {
      open.push(line);
    } else {
      // A list that is not typed to its end: code begins.
      open = undefined;
    }
    const bare = bareImport(line);
    const isOpen = /[{(][^})]*$/u.test(bare) || (!isBegin && !/[})]/u.test(bare));
    open = isOpen && open && open.length <= maxImportLines ? open : undefined;
  }
  return found;
}

/** True for a line inside the brackets of an import: names with commas between them, or the end of the list. */
function isListOfNames(line: string): boolean {
  const [names = ""] = bareImport(line)
    .replace(/(?:\/\/|\/\*|#).*$/u, "")
    .split(/[})]/u);
  return names
    .split(/[,;{(]/u)
    .every((one) =>
      /^\s*(?:(?:type|static)\s+)?(?:[\w$*.:\\@]+(?:\s+as\s+[\w$]+)?)?\s*$/u.test(one),
    );
}
