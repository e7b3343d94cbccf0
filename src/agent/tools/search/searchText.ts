import * as z from "zod/mini";

import { linesOf } from "../../../edits/fileLines.ts";
import { isSecretText } from "../../../shared/guarded/secretContent.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import { type AgentTool, done, failed, type ToolResult } from "../base/agentTool.ts";
import { notice, withoutMark } from "../base/fileTexts.ts";
import { globMatcher } from "../base/globPattern.ts";
import { declaredTool } from "../base/toolArguments.ts";
import { refusedNotices, walk, type Walked } from "../base/walk.ts";
import type { FileProblem, FileText, MatchLimits, Workspace } from "../base/workspace.ts";

const maxHits = 200;
const maxLine = 300;
const maxFiles = 20_000;
const maxLength = 48_000;
const maxNames = 5;
const batchFiles = 1_000;
const batchLength = 8_000_000;
const readAtOnce = 16;
const maxMs = 2_000;

const schema = z.object({
  query: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(2_000),
      z.describe("Text, or a regular expression with is_regex."),
    ),
  is_regex: z.optional(z.boolean().check(z.describe("Whether query is a regular expression."))),
  include: z.optional(
    z.string().check(z.maxLength(500), z.describe("Only files such as *.ts or src/**.")),
  ),
  case_sensitive: z.optional(z.boolean().check(z.describe("False if absent."))),
  context_lines: z.optional(
    z.int().check(z.minimum(0), z.maximum(3), z.describe("Lines around each hit, 0 to 3.")),
  ),
});

type Query = z.infer<typeof schema>;

interface Searched {
  readonly path: string;
  readonly text: string;
}

interface Left {
  readonly isCut: boolean;
  readonly refused: Walked["refused"];
  readonly large: string[];
  readonly encoded: string[];
  late: readonly string[];
}

export function searchText(workspace: Workspace, now = () => performance.now()): AgentTool {
  const searcher = new TextSearch(workspace, now);
  return declaredTool({
    name: "search_text",
    description:
      "Searches the lines of all files of the workspace that are not ignored, at most 200 hits. A hit is path, line " +
      "number and line.",
    schema,
    isWrite: false,
    prepare: (args) => ({
      kind: "ready",
      planned: { act: "read", paths: [], title: `Search ${args.query}`, detail: "" },
      run: (signal) => searcher.search(args, signal),
    }),
  });
}

class TextSearch {
  readonly #workspace: Workspace;
  readonly #now: () => number;

  constructor(workspace: Workspace, now: () => number) {
    this.#workspace = workspace;
    this.#now = now;
  }

  async search(query: Query, signal: AbortSignal): Promise<ToolResult> {
    if (query.is_regex === true && !isRegex(query.query)) {
      return failed(
        "The query is not a regular expression. Search for it as text, without is_regex.",
      );
    }
    const root = await this.#workspace.locate(".");
    const { files, isCut, refused } = await walk(this.#workspace, root, {
      depth: 50,
      maxFiles,
      signal,
    });
    const wanted = query.include === undefined ? files : files.filter(globMatcher(query.include));
    const left: Left = { isCut, refused, large: [], encoded: [], late: [] };
    const { rows, hits } = await this.#hits(query, wanted, left, signal);
    return left.late.length > 0 && hits === 0
      ? failed(`No hits so far: ${lateText(left.late)}.`)
      : done(resultText(rows, hits, left));
  }

  async #hits(
    query: Query,
    wanted: readonly string[],
    left: Left,
    signal: AbortSignal,
  ): Promise<{ readonly rows: readonly string[]; readonly hits: number }> {
    const rows: string[] = [];
    const deadline = this.#now() + maxMs;
    let hits = 0;
    for await (const batch of this.#batches(wanted, left)) {
      const leftMs = deadline - this.#now();
      const found = leftMs > 0 && (await this.#matches(query, batch, { signal, maxMs: leftMs }));
      if (!found) {
        left.late = wanted.slice(wanted.indexOf(batch[0]?.path ?? ""));
        break;
      }
      for (const [index, lines] of found.entries()) {
        rows.push(...rowsOf(batch[index], lines.slice(0, maxHits - hits), query));
        hits += Math.min(lines.length, maxHits - hits);
      }
      if (hits >= maxHits) {
        break;
      }
    }
    return { rows, hits };
  }

  async *#batches(
    paths: readonly string[],
    { large, encoded }: Left,
  ): AsyncGenerator<readonly Searched[], void> {
    let batch: Searched[] = [];
    let length = 0;
    for await (const { path, file } of this.#files(paths)) {
      if ("text" in file && isSecretText(path, file.text)) {
        continue;
      }
      if ("text" in file) {
        if (batch.length === batchFiles || length + file.text.length > batchLength) {
          yield batch;
          [batch, length] = [[], 0];
        }
        batch.push({ path, text: withoutMark(file.text) });
        length += file.text.length;
      } else if (file.problem === "tooLarge") {
        large.push(path);
      } else if (file.problem !== "binary" && file.problem !== "missing") {
        encoded.push(path);
      }
    }
    if (batch.length > 0) {
      yield batch;
    }
  }

  /** Reads the files in the order of the paths, some in parallel. */
  async *#files(
    paths: readonly string[],
  ): AsyncGenerator<{ readonly path: string; readonly file: FileText | FileProblem }, void> {
    const workspace = this.#workspace;
    for (let at = 0; at < paths.length; at += readAtOnce) {
      yield* await Promise.all(
        paths.slice(at, at + readAtOnce).map(async (path) => ({
          path,
          file: await workspace.read(await workspace.locate(path)),
        })),
      );
    }
  }

  #matches(
    { query, is_regex: isRegexQuery = false, case_sensitive: isCaseSensitive = false }: Query,
    batch: readonly Searched[],
    limits: MatchLimits,
  ): Promise<readonly (readonly number[])[] | undefined> {
    const pattern = { source: query, isRegex: isRegexQuery, isCaseSensitive };
    const texts = batch.map(({ text }) => text);
    return this.#workspace.matchLines(pattern, texts, limits);
  }
}

function isRegex(source: string): boolean {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    // The result reports it to the model.
    return false;
  }
}

function rowsOf(
  file: Searched | undefined,
  hits: readonly number[],
  { context_lines: around = 0 }: Query,
): readonly string[] {
  if (!file || hits.length === 0) {
    return [];
  }
  const lines = linesOf(file.text);
  const path = visibleText(file.path);
  const isHit = new Set(hits);
  const shown = new Set(
    hits.flatMap((hit) =>
      Array.from({ length: 2 * around + 1 }, (_, index) => hit - around + index),
    ),
  );
  return [...shown]
    .filter((row) => row >= 0 && row < lines.length)
    .toSorted((a, b) => a - b)
    .map((row) => {
      const line = lines[row] ?? "";
      const cut = line.length > maxLine ? `${line.slice(0, maxLine)} …` : line;
      return `${path}${isHit.has(row) ? ":" : "-"}${row + 1}${isHit.has(row) ? ":" : "-"} ${cut}`;
    });
}

function resultText(rows: readonly string[], hits: number, left: Left): string {
  const text = hits === 0 ? "No hits." : rows.join("\n");
  const isShortened = hits >= maxHits || text.length > maxLength;
  const notices = [
    ...(isShortened ? ["there may be more hits; narrow the query or use include"] : []),
    ...(left.late.length > 0 ? [lateText(left.late)] : []),
    ...(left.isCut
      ? ["the workspace has more files than are searched at once: use include, or look in a folder"]
      : []),
    ...refusedNotices(left.refused),
    ...(left.large.length > 0 ? [`too large, not searched: ${namesOf(left.large)}`] : []),
    ...(left.encoded.length > 0 ? [`no UTF-8, not searched: ${namesOf(left.encoded)}`] : []),
  ];
  return [text.slice(0, maxLength), ...notices.map(notice)].join("\n");
}

function lateText(late: readonly string[]): string {
  const files = late.length === 1 ? "1 file was" : `${late.length} files were`;
  return (
    `the search took longer than 2 seconds, and ${files} not searched, from ${late[0]} on; ` +
    "use a simpler query, or include for these"
  );
}

function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, maxNames).map(visibleText).join(", ");
  return paths.length > maxNames ? `${shown} and ${paths.length - maxNames} more` : shown;
}
