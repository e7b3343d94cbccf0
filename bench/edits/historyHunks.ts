import { execFileSync } from "node:child_process";

import { root } from "../../scripts/paths.ts";

/** A change of one place, with three lines around it, in a file as it was before the change. */
export interface HistoryHunk {
  readonly lines: readonly string[];
  /** First line of the change, from 0. */
  readonly start: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const texts = ["*.ts", "*.tsx", "*.css", "*.mjs", "*.md", "*.json", ":!package-lock.json"];
const maxFileLines = 3_000;
const maxHunkLines = 120;

function git(args: readonly string[], input = ""): string {
  return execFileSync("git", args, { cwd: root, input, encoding: "utf8", maxBuffer: 2 ** 30 });
}

/** The newest changes of this repository's texts whose old lines are in their file once, up to `wanted`. */
export function historyHunks(wanted: number): readonly HistoryHunk[] {
  const options = ["-p", "-U3", "--no-renames", "--no-color", "--full-index", "--format="];
  const log = git(["log", ...options, "HEAD", "--", ...texts]);
  const found = parseLog(log);
  const contents = contentsOf([...new Set(found.map(({ blob }) => blob))]);
  const hunks: HistoryHunk[] = [];
  for (const { blob, start, before, after } of found) {
    const text = contents.get(blob) ?? "";
    const isOnce = text.split(before.join("\n")).length === 2;
    const lines = text.split("\n");
    if (isOnce && lines.length <= maxFileLines && !text.includes("\r")) {
      hunks.push({ lines, start, before, after });
    }
    if (hunks.length === wanted) {
      break;
    }
  }
  return hunks;
}

interface FoundHunk extends Omit<HistoryHunk, "lines"> {
  readonly blob: string;
}

function parseLog(log: string): readonly FoundHunk[] {
  const hunks: FoundHunk[] = [];
  const lines = log.split("\n");
  let blob = "";
  for (const [row, line] of lines.entries()) {
    blob = /^index ([\da-f]{40})\.\./u.exec(line)?.[1] ?? blob;
    const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/u.exec(line);
    if (header) {
      const [, start, oldCount = "1", newCount = "1"] = header;
      const rest = lines.slice(row + 1, row + 1 + Number(oldCount) + Number(newCount));
      const before = rowsOf(rest, "-").slice(0, Number(oldCount));
      const after = rowsOf(rest, "+").slice(0, Number(newCount));
      hunks.push({ blob, start: Number(start) - 1, before, after });
    }
  }
  return hunks.filter(isUsable);
}

/** The lines of one side: its own, and those that both have. */
function rowsOf(rows: readonly string[], side: "-" | "+"): readonly string[] {
  return rows.filter((row) => row[0] === side || row[0] === " ").map((row) => row.slice(1));
}

function isUsable({ before, after }: FoundHunk): boolean {
  const longest = Math.max(before.length, after.length);
  return before.length > 1 && after.length > 0 && longest <= maxHunkLines;
}

function contentsOf(blobs: readonly string[]): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  const batch = 500;
  for (let from = 0; from < blobs.length; from += batch) {
    const asked = blobs.slice(from, from + batch);
    const output = Buffer.from(git(["cat-file", "--batch"], `${asked.join("\n")}\n`), "utf8");
    let at = 0;
    for (const blob of asked) {
      const end = output.indexOf(10, at);
      const size = Number(output.toString("utf8", at, end).split(" ")[2]);
      if (Number.isNaN(size)) {
        at = end + 1;
      } else {
        contents.set(blob, output.toString("utf8", end + 1, end + 1 + size));
        at = end + 2 + size;
      }
    }
  }
  return contents;
}
