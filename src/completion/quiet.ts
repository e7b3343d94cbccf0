import { isExcluded } from "../shared/guarded/excludedPaths.ts";
import { isSecretFile } from "../shared/guarded/secretFiles.ts";
import { type EnabledLanguages, isOnFor } from "./enabled.ts";
import type { Cursor, TextLines } from "./textLines.ts";

export type FileReason =
  | "off"
  | "organisation"
  | "secret"
  | "excluded"
  | "ignored"
  | "outside"
  | "readOnly"
  | "tooLarge"
  | "scheme";

export type PlaceReason =
  | "selection"
  | "notTyped"
  | "fewCharacters"
  | "insideLine"
  | "statementEnd"
  | "rejected";

const maxBytes = 2 * 1024 * 1024;
const leastUnits = 10;
const schemes = new Set([
  "file",
  "vscode-remote",
  "untitled",
  "vscode-notebook-cell",
  "vscode-vfs",
]);
export interface FileFacts {
  readonly scheme: string;
  readonly path: string;
  readonly language: string;
  readonly enabled: EnabledLanguages;
  readonly isExcluded: boolean;
  readonly isIgnored: boolean;
  readonly isInWorkspace: boolean;
  readonly isReadOnly: boolean;
  readonly length: number;
}

/** The language is the editor's language mode, not the file name's. */
export function reasonAgainstFile(facts: FileFacts): FileReason | undefined {
  const isUntitled = facts.scheme === "untitled";
  const reasons: readonly (readonly [isSo: boolean, reason: FileReason])[] = [
    [!schemes.has(facts.scheme), "scheme"],
    [isExcluded(facts.path), "organisation"],
    [isSecretFile(facts.path), "secret"],
    [!isOnFor(facts.enabled, facts.language), "off"],
    [facts.isExcluded, "excluded"],
    [!facts.isInWorkspace && !isUntitled, "outside"],
    [facts.isIgnored, "ignored"],
    [facts.isReadOnly, "readOnly"],
    [facts.length > maxBytes, "tooLarge"],
  ];
  return reasons.find(([isSo]) => isSo)?.[1];
}

export interface LastChange {
  readonly at: number;
  /** One small change: not a paste, undo or formatter. */
  readonly isTyped: boolean;
  readonly isLineBreak: boolean;
}

export interface PlaceFacts {
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly hasSelection: boolean;
  readonly lead?: string | undefined;
  readonly last: LastChange | undefined;
}

/** After the cursor, only closing brackets or quotes and one line-ending sign are allowed. */
const restAllowed = /^[)}\]"'`>]*\s*[:{;,]?$/u;

function isInsideLine(line: string, column: number): boolean {
  // Trimmed first: two runs of blanks in one pattern would take cubic time on a long line.
  return !restAllowed.test(line.slice(column).trim());
}

export function reasonAgainstPlace({
  lines,
  cursor,
  hasSelection,
  lead = "",
  last,
}: PlaceFacts): PlaceReason | undefined {
  const line = lines.at(cursor.line);
  const before = line.slice(0, cursor.column);
  const reasons: readonly (readonly [isSo: boolean, reason: PlaceReason])[] = [
    [hasSelection, "selection"],
    [last !== undefined && !last.isTyped, "notTyped"],
    [!hasUnits(lines, leastUnits - lead.trim().length), "fewCharacters"],
    [isInsideLine(line, cursor.column), "insideLine"],
    [/[;}]\s*$/u.test(before) && line.slice(cursor.column).trim() === "", "statementEnd"],
  ];
  return reasons.find(([isSo]) => isSo)?.[1];
}

const maxTyped = 40;

export function looksTyped(
  changes: readonly { readonly text: string; readonly removed: number }[],
): boolean {
  const [only] = changes;
  return changes.length === 1 && only !== undefined && only.text.length + only.removed <= maxTyped;
}

function hasUnits(lines: TextLines, least: number): boolean {
  let units = 0;
  for (let at = 0; at < lines.count && units < least; at += 1) {
    units += lines.at(at).trim().length;
  }
  return units >= least;
}
