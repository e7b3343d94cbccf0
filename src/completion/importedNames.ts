import { bareImport, importStatements } from "./importStatements.ts";
import { namesIn } from "./snippets.ts";
import { linesOf } from "./textLines.ts";

/** The names in the import statements of a file's first lines; those of modules count, addresses in quotes do not. */
export function importedNames(head: string): ReadonlySet<string> {
  const lines = linesOf(head);
  return new Set(
    importStatements(lines, lines.count).flatMap((statement) =>
      statement.flatMap((line) => [...namesIn(bareImport(line))]),
    ),
  );
}
