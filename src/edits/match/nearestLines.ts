import { isBlank } from "../fileLines.ts";
import { lineScores } from "./lineScore.ts";

export interface NumberedLines {
  readonly start: number;
  readonly lines: readonly string[];
}

const maxLines = 12;
const maxWanted = 40;

export function nearestLines(
  file: readonly string[],
  wanted: readonly string[],
): NumberedLines | undefined {
  const rows = wanted.slice(0, maxWanted);
  const { similarity } = lineScores(rows, file);
  let best = { score: 0, start: 0 };
  for (let start = 1 - rows.length; start < file.length; start += 1) {
    let score = 0;
    for (const [row, line] of rows.entries()) {
      score += isBlank(line) ? 0 : similarity(row, start + row);
    }
    if (score > best.score) {
      best = { score, start };
    }
  }
  if (best.score === 0) {
    return undefined;
  }
  const start = Math.max(0, best.start);
  return {
    start: start + 1,
    lines: file.slice(start, start + Math.min(rows.length, maxLines)),
  };
}
