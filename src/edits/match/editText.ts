import { linesOf } from "../fileLines.ts";
import { type MatchLevel, visibleLength } from "./matchLevel.ts";
import { type MatchPlace, matchText, minVisible, type TextEdit } from "./matchText.ts";
import { nearestLines, type NumberedLines } from "./nearestLines.ts";
import { type Splice, spliced, spliceOf } from "./spliceText.ts";
import { type TextLines, textLines } from "./textLines.ts";

type Cause =
  | { readonly reason: "blank" }
  | { readonly reason: "same" }
  | { readonly reason: "missing"; readonly nearest: NumberedLines | undefined }
  /** Short texts are only matched exactly. */
  | { readonly reason: "short"; readonly minVisible: number }
  | { readonly reason: "ambiguous"; readonly lines: readonly number[] }
  /** Only a lenient level found the text, and the caller did not allow it. */
  | { readonly reason: "inexact"; readonly line: number; readonly level: MatchLevel }
  | { readonly reason: "overlap"; readonly other: number };

/** Nothing was changed; `edit` is the index of the failed edit. */
export type EditRefusal = Cause & { readonly edit: number };

interface EditedPlace {
  readonly edit: number;
  readonly level: MatchLevel;
  readonly startLine: number;
  readonly endLine: number;
}

export type EditResult =
  | { readonly kind: "edited"; readonly text: string; readonly places: readonly EditedPlace[] }
  | { readonly kind: "refused"; readonly refusal: EditRefusal };

interface Planned extends Splice {
  readonly edit: number;
  readonly level: MatchLevel;
}

/**
 * Applies all edits, or changes nothing. Each is searched for in the original text; edits must not overlap. With
 * `onlyExact`, for a file that changed since the model read it, a text must occur exactly and once.
 */
export function editText(
  text: string,
  edits: readonly TextEdit[],
  { onlyExact = false }: { readonly onlyExact?: boolean } = {},
): EditResult {
  const file = textLines(text);
  const planned: Planned[] = [];
  for (const [edit, asked] of edits.entries()) {
    const found = planOf(file, asked, onlyExact);
    if ("reason" in found) {
      return { kind: "refused", refusal: { edit, ...found } };
    }
    planned.push(
      ...found.places.map((place) => ({ ...spliceOf(file, place), edit, level: found.level })),
    );
  }
  planned.sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, one] of planned.entries()) {
    const other = planned[index - 1];
    if (other && one.start < other.end) {
      return { kind: "refused", refusal: { edit: one.edit, reason: "overlap", other: other.edit } };
    }
  }
  const result = spliced(text, planned);
  return result === text
    ? { kind: "refused", refusal: { edit: 0, reason: "same" } }
    : { kind: "edited", text: result, places: placesIn(result, planned) };
}

interface Found {
  readonly level: MatchLevel;
  readonly places: readonly MatchPlace[];
}

function planOf(file: TextLines, edit: TextEdit, onlyExact: boolean): Found | Cause {
  if (edit.oldText === edit.newText) {
    return { reason: "same" };
  }
  if (visibleLength(edit.oldText) === 0) {
    return { reason: "blank" };
  }
  const { replaceAll: _all, nearLine: _near, ...alone } = edit;
  const match = matchText(file, onlyExact ? alone : edit);
  switch (match.kind) {
    case "ambiguous":
      return { reason: "ambiguous", lines: match.lines };
    case "found": {
      const line = (match.places[0]?.startLine ?? 0) + 1;
      return onlyExact && match.level !== "exact" && match.level !== "lineEnds"
        ? { reason: "inexact", line, level: match.level }
        : match;
    }
    default:
      return visibleLength(edit.oldText) < minVisible
        ? { reason: "short", minVisible }
        : { reason: "missing", nearest: nearestLines(file.lines, linesOf(edit.oldText)) };
  }
}

function placesIn(text: string, planned: readonly Planned[]): readonly EditedPlace[] {
  let growth = 0;
  let line = 1;
  let at = 0;
  const lineAt = (offset: number): number => {
    line += lineEndsIn(text.slice(at, offset));
    at = offset;
    return line;
  };
  return planned.map(({ start, end, text: added, edit, level }) => {
    const startLine = lineAt(start + growth);
    growth += added.length - (end - start);
    return { edit, level, startLine, endLine: startLine + lineEndsIn(added) };
  });
}

function lineEndsIn(text: string): number {
  return linesOf(text).length - 1;
}
