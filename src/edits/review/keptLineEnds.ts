import { linesOf } from "../fileLines.ts";
import { lineDiff } from "../lineDiff.ts";
import { textWithHunks } from "./textWithHunks.ts";

const byteOrderMark = "\u{FEFF}";

export function withKeptLineEnds(before: string, text: string): string {
  const hasMark = before.startsWith(byteOrderMark);
  const [old, now] = [before, text].map((one) => (hasMark ? one.replace(byteOrderMark, "") : one));
  if (old === undefined || now === undefined) {
    return text;
  }
  const isMeant = /\r(?!\n)/u.test(now) || !/[\r\n]/u.test(old);
  const kept = isMeant ? now : textWithHunks(old, lineDiff(linesOf(old), linesOf(now)));
  return hasMark ? byteOrderMark + kept : kept;
}
