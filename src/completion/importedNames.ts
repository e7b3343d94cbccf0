import { bareImport, importStatements } from "./importStatements.ts";
import { namesIn } from "./snippets.ts";
import { linesOf } from "./textLines.ts";

export function importedNames(head: string): ReadonlySet<string> {
  const lines = linesOf(head);
  return new Set(
    importStatements(lines, lines.count).flatMap((statement) =>
      statement.flatMap((line) => [...namesIn(bareImport(line))]),
    ),
  );
}
