import { argumentsOf, editsOf, field, pathOf } from "./callArguments.ts";
import { type DiffRow, diffRows, editRows } from "./diffRows.ts";

export interface ProposedEdit {
  readonly paths: readonly string[];
  readonly rows: readonly DiffRow[];
}

const maxPaths = 50;

export function proposedEdit(name: string, text: string): ProposedEdit {
  const args = argumentsOf(text);
  if (name === "apply_patch") {
    return patched(field(args, "patch", "input"));
  }
  const path = pathOf(args);
  const rows =
    name === "write_file"
      ? editRows("", field(args, "content", "contents"))
      : editsOf(args).flatMap(([old, now], index): readonly DiffRow[] => [
          ...(index > 0 ? [{ kind: "mark", text: "…" } as const] : []),
          ...editRows(old, now),
        ]);
  return { paths: path === "" ? [] : [path], rows };
}

function patched(patch: string): ProposedEdit {
  const paths = [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu)]
    .slice(0, maxPaths)
    .map(([, path = ""]) => path.trim());
  return { paths, rows: diffRows(patch) };
}
