import { wholeLineHunks, wholeLines } from "../../agent/checkpoints/textOf.ts";

const context = 3;

/** A unified diff for `git apply`; undefined texts are missing files. */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
): string {
  const old = wholeLines(before ?? "");
  const head = [
    `--- ${before === undefined ? "/dev/null" : `a/${path}`}\n`,
    `+++ ${after === undefined ? "/dev/null" : `b/${path}`}\n`,
  ];
  let shift = 0;
  const blocks = blocksOf(before ?? "", after ?? "").map((hunks) => {
    const [{ start } = { start: 0 }] = hunks;
    const last = hunks.at(-1);
    const from = Math.max(0, start - context);
    const to = Math.min(old.length, (last ? last.start + last.removed.length : 0) + context);
    const rows: string[] = [];
    let at = from;
    for (const hunk of hunks) {
      rows.push(...marked(" ", old.slice(at, hunk.start)));
      rows.push(...marked("-", hunk.removed), ...marked("+", hunk.added));
      at = hunk.start + hunk.removed.length;
    }
    rows.push(...marked(" ", old.slice(at, to)));
    const growth = hunks.reduce(
      (sum, { added, removed }) => sum + added.length - removed.length,
      0,
    );
    const line = `@@ -${range(from, to - from)} +${range(from + shift, to - from + growth)} @@\n`;
    shift += growth;
    return line + rows.join("");
  });
  return [...head, ...blocks].join("");
}

/** Groups hunks whose context would overlap. */
function blocksOf(before: string, after: string) {
  const blocks: ReturnType<typeof wholeLineHunks>[number][][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const hunk of wholeLineHunks(before, after)) {
    const block = hunk.start - end <= 2 * context ? blocks.at(-1) : undefined;
    if (block) {
      block.push(hunk);
    } else {
      blocks.push([hunk]);
    }
    end = hunk.start + hunk.removed.length;
  }
  return blocks;
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
  );
}

/** The lines of a hunk; an empty range names the line before it. */
function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}
