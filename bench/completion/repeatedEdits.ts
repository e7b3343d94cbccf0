import { EditUnderWay, placesOf } from "../../src/completion/repeat/repeatedEdit.ts";
import { linesOf } from "../../src/completion/textLines.ts";
import { modifiedFiles } from "./typedLines.ts";

export interface RepeatSums {
  /** Lines of commits that were changed in place. */
  edits: number;
  /** Edits after which a place is offered, and those where the next place is right. */
  offered: number;
  nextRight: number;
  places: number;
  right: number;
}

/**
 * Replays each changed line of commits as one edit of the old file. A place is right if the commit put the new text on
 * its line, too. A commit that moves lines counts as wrong there.
 */
export function replayRepeats(root: string | undefined): RepeatSums {
  const sums: RepeatSums = { edits: 0, offered: 0, nextRight: 0, places: 0, right: 0 };
  for (const { old, changed } of modifiedFiles(root)) {
    const lines = linesOf(old);
    const seen = new Set<string>();
    for (const [line, to] of changed) {
      replayLine({ old, line, from: lines.at(line), to, changed, seen, sums });
    }
  }
  return sums;
}

interface Line {
  readonly old: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly changed: ReadonlyMap<number, string>;
  readonly seen: Set<string>;
  readonly sums: RepeatSums;
}

function replayLine({ old, line, from, to, changed, seen, sums }: Line): void {
  const offset = offsetOf(old, line);
  const now = old.slice(0, offset) + to + old.slice(offset + from.length);
  const underWay = new EditUnderWay();
  underWay.add(old, { offset, removed: from.length, text: to });
  const edit = underWay.replacement(now);
  sums.edits += 1;
  if (!edit || seen.has(`${edit.from}\n${edit.to}`)) {
    return;
  }
  seen.add(`${edit.from}\n${edit.to}`);
  const places = placesOf(edit, now, "alike");
  const ordered = [...places.filter((at) => at > offset), ...places.filter((at) => at < offset)];
  const verdicts = ordered.map((at) => {
    const place = now.slice(0, at).split("\n").length - 1;
    const wanted = changed.get(place);
    return (
      wanted !== undefined && countOf(wanted, edit.to) > countOf(linesOf(now).at(place), edit.to)
    );
  });
  sums.places += verdicts.length;
  sums.right += verdicts.filter(Boolean).length;
  sums.offered += verdicts.length > 0 ? 1 : 0;
  sums.nextRight += verdicts[0] === true ? 1 : 0;
}

function offsetOf(text: string, line: number): number {
  let offset = 0;
  for (let left = line; left > 0; left -= 1) {
    offset = text.indexOf("\n", offset) + 1;
  }
  return offset;
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
