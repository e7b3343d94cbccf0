import type { AttachedCode } from "./conversation.ts";

export interface Passage {
  readonly code: AttachedCode;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const passageLines = 12;
const maxPassages = 5_000;

/** Overlapping passages, so that code at the edge of one passage is whole in another. */
export function passagesOf(attached: readonly AttachedCode[]): readonly Passage[] {
  return attached
    .flatMap((code) => {
      const lines = code.text.split("\n");
      const starts = Array.from(
        { length: Math.max(1, Math.ceil(lines.length / (passageLines / 2)) - 1) },
        (_, index) => index * (passageLines / 2),
      );
      return starts.map((start) => {
        const part = lines.slice(start, start + passageLines);
        const startLine = code.startLine + start;
        return { code, startLine, endLine: startLine + part.length - 1, text: part.join("\n") };
      });
    })
    .slice(0, maxPassages);
}

export function overlaps(one: Passage, other: Passage): boolean {
  return (
    one.code === other.code && one.startLine <= other.endLine && other.startLine <= one.endLine
  );
}
