import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { scanText } from "../../src/dlp/find/scanText.ts";

interface CorpusFinding {
  readonly name: string;
  readonly certainty: "certain" | "possible";
  /** File and line. */
  readonly place: string;
  readonly line: string;
}

interface CorpusFindings {
  readonly bytes: number;
  readonly files: number;
  readonly found: readonly CorpusFinding[];
}

const maxFile = 4_000_000;

/** Secrets in the text files below `folder`, each value once. Decompresses gzip, the form of a distribution's documentation. */
export function findingsIn(folder: string): CorpusFindings {
  const seen = new Set<string>();
  const found: CorpusFinding[] = [];
  let bytes = 0;
  let files = 0;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const text = textOf(join(folder, file));
    if (text === undefined) {
      continue;
    }
    bytes += text.length;
    files += 1;
    for (const { kind, secret: name = "", certainty, start, end } of scanText(text)) {
      const value = text.slice(start, end);
      if (kind === "secret" && !seen.has(value)) {
        seen.add(value);
        const place = `${file}:${text.slice(0, start).split("\n").length}`;
        found.push({ name, certainty, place, line: lineAround(text, start, end) });
      }
    }
  }
  return { bytes, files, found };
}

/** Undefined for folders, links, large files and files with a NUL. */
function textOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > maxFile) {
    return undefined;
  }
  const bytes = readFileSync(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isGzip ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.includes("\0") ? undefined : text;
}

function lineAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - 100), start)
      .split("\n")
      .at(-1) ?? "";
  const after = text.slice(end, end + 40).split("\n")[0] ?? "";
  const value = text.slice(start, Math.min(end, start + 120)).replaceAll("\n", "\\n");
  return `${before}⟦${value}⟧${after}`;
}
