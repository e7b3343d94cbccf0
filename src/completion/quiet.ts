import { isSecretFile } from "../shared/secretFiles.ts";
import { type EnabledLanguages, isOnFor } from "./enabled.ts";
import type { Cursor, TextLines } from "./textLines.ts";

/** Why a file is never completed. */
export type FileReason =
  | "off"
  | "secret"
  | "excluded"
  | "ignored"
  | "outside"
  | "readOnly"
  | "tooLarge"
  | "scheme";

/** Why nothing is asked at this place or this moment. */
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
  /** By the person's own patterns. */
  readonly isExcluded: boolean;
  /** By git, `.aihubignore`, or as a link to somewhere else. */
  readonly isIgnored: boolean;
  readonly isInWorkspace: boolean;
  readonly isReadOnly: boolean;
  /** UTF-16 units. */
  readonly length: number;
}

/** The language is the editor's language mode, whatever the file's name. */
export function reasonAgainstFile(facts: FileFacts): FileReason | undefined {
  const isUntitled = facts.scheme === "untitled";
  const reasons: readonly (readonly [isSo: boolean, reason: FileReason])[] = [
    [!schemes.has(facts.scheme), "scheme"],
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

/** The last change of a file, as far as it matters here. */
export interface LastChange {
  /** Epoch milliseconds. */
  readonly at: number;
  /** One range and few units: neither paste nor undo nor a formatter. */
  readonly isTyped: boolean;
  readonly isLineBreak: boolean;
}

export interface PlaceFacts {
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly hasSelection: boolean;
  /** Text that comes before the file. */
  readonly lead?: string | undefined;
  readonly last: LastChange | undefined;
}

/** Only closing brackets or quotes, and one sign that ends a line, may follow the cursor, blanks aside. */
const restAllowed = /^[)}\]"'`>]*\s*[:{;,]?$/u;

/** Whether text follows the cursor that a completion would have to fit into. */
function isInsideLine(line: string, column: number): boolean {
  // Trimmed first: two runs of blanks in one pattern would take a long line's length cubed.
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

/** A change of one range with so many units is typing; more came from somewhere else. */
const maxTyped = 40;

/** Whether the changes of one event look like typing. */
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
