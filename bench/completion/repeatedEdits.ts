import { otherFilesOf } from "../../src/completion/repeat/otherFiles.ts";
import {
  EditUnderWay,
  placesOf,
  type Replacement,
} from "../../src/completion/repeat/repeatedEdit.ts";
import { linesOf } from "../../src/completion/textLines.ts";
import { type ModifiedFile, type ModifyingCommit, modifyingCommits } from "./typedLines.ts";

interface Offered {
  /** Edits after which a place is offered, and those where the next place is right. */
  offered: number;
  nextRight: number;
  places: number;
  right: number;
}

export interface RepeatSums {
  /** Lines of commits that were changed in place. */
  edits: number;
  readonly inFile: Offered;
  /** Places of other files, offered after the edit was made once. */
  readonly inOthers: Offered;
  /** Places of other files, offered after the edit was made twice. */
  readonly repeated: Offered;
}

/**
 * Replays each changed line of commits as one edit of the old file. A place is right if the commit put the new text on
 * its line, too. A commit that moves lines counts as wrong there.
 */
export function replayRepeats(root: string | undefined): RepeatSums {
  const none = { offered: 0, nextRight: 0, places: 0, right: 0 };
  const sums: RepeatSums = {
    edits: 0,
    inFile: { ...none },
    inOthers: { ...none },
    repeated: { ...none },
  };
  for (const commit of modifyingCommits(root)) {
    const seen = new Map<string, number>();
    const lines = commit.files.flatMap((file) =>
      [...file.changed.keys()].map((line) => ({ file, edit: editOf(file, line) })),
    );
    sums.edits += lines.length;
    for (const { file, edit } of lines) {
      const key = `${edit?.from}\n${edit?.to}`;
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      if (edit && times <= 2) {
        replayEdit(edit, { file, commit, isRepeated: times > 1, sums });
      }
    }
  }
  return sums;
}

interface LineEdit extends Replacement {
  readonly now: string;
}

interface Replayed {
  readonly file: ModifiedFile;
  readonly commit: ModifyingCommit;
  readonly isRepeated: boolean;
  readonly sums: RepeatSums;
}

function editOf({ old, changed }: ModifiedFile, line: number): LineEdit | undefined {
  const from = linesOf(old).at(line);
  const to = changed.get(line) ?? "";
  const offset = offsetOf(old, line);
  const now = old.slice(0, offset) + to + old.slice(offset + from.length);
  const underWay = new EditUnderWay();
  underWay.add(old, { offset, removed: from.length, text: to });
  const edit = underWay.replacement(now);
  return edit && { ...edit, now };
}

function replayEdit(edit: LineEdit, { file, commit, isRepeated, sums }: Replayed): void {
  if (!isRepeated) {
    count(sums.inFile, verdictsInFile(edit, file.changed));
  }
  const texts = commit
    .holding(edit.from, file.path)
    .map((path) => ({ path, text: commit.before(path) }));
  const verdicts = otherFilesOf(edit, texts, isRepeated).flatMap(({ path, text }) => {
    const changed = commit.files.find((one) => one.path === path)?.changed;
    return placesOf(edit, text, "alike").map((at) => isRight(edit, text, at, changed));
  });
  count(isRepeated ? sums.repeated : sums.inOthers, verdicts);
}

function verdictsInFile(edit: LineEdit, changed: ReadonlyMap<number, string>): readonly boolean[] {
  const { offset, now } = edit;
  const places = placesOf(edit, now, "alike");
  const ordered = [...places.filter((at) => at > offset), ...places.filter((at) => at < offset)];
  return ordered.map((at) => isRight(edit, now, at, changed));
}

function count(sums: Offered, verdicts: readonly boolean[]): void {
  sums.places += verdicts.length;
  sums.right += verdicts.filter(Boolean).length;
  sums.offered += verdicts.length > 0 ? 1 : 0;
  sums.nextRight += verdicts[0] === true ? 1 : 0;
}

function isRight(
  { to }: Replacement,
  text: string,
  at: number,
  changed: ReadonlyMap<number, string> | undefined,
): boolean {
  const line = text.slice(0, at).split("\n").length - 1;
  const wanted = changed?.get(line);
  return wanted !== undefined && countOf(wanted, to) > countOf(linesOf(text).at(line), to);
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
