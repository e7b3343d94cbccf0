import * as z from "zod/mini";

import { linesOf } from "../../edits/fileLines.ts";
import { type AgentTool, done, failed, type Preparation, type ToolResult } from "./agentTool.ts";
import { notice } from "./fileTexts.ts";
import { globMatcher } from "./globPattern.ts";
import { flagField, objectField, textField, withArguments, wholeField } from "./toolArguments.ts";
import { walk } from "./walk.ts";
import type { Workspace } from "./workspace.ts";

const maxHits = 200;
const maxLine = 300;
const maxFiles = 20_000;
const maxLength = 48_000;
const maxNames = 5;
/** Files that are searched together, and their text at most, in UTF-16 units. */
const batchFiles = 200;
const batchLength = 8_000_000;

const schema = z.object({
  query: z.string().check(z.minLength(1), z.maxLength(2_000)),
  is_regex: z.optional(z.boolean()),
  include: z.optional(z.string().check(z.maxLength(500))),
  case_sensitive: z.optional(z.boolean()),
  context_lines: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
});

type Query = z.infer<typeof schema>;

interface Searched {
  readonly path: string;
  readonly text: string;
}

/** What was not searched. */
interface Left {
  /** The workspace has more files. */
  readonly isCut: boolean;
  /** Paths of files that are too large to be read. */
  readonly large: string[];
  /** A batch took too long. */
  isLate: boolean;
}

/** Searches the lines of all files that are neither ignored nor secret. */
export class SearchText implements AgentTool {
  readonly isWrite = false;
  readonly definition = {
    name: "search_text",
    description:
      "Searches the lines of all files of the workspace that are not ignored, at most 200 hits. A hit is path, line " +
      "number and line.",
    inputSchema: objectField(
      {
        query: textField("Text, or a regular expression with is_regex."),
        is_regex: flagField("Whether query is a regular expression."),
        include: textField("Only files such as *.ts or src/**."),
        case_sensitive: flagField("False if absent."),
        context_lines: wholeField("Lines around each hit, 0 to 3."),
      },
      ["query"],
    ),
  };
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, (args) => ({
      kind: "ready",
      planned: { act: "read", paths: [], title: `Search ${args.query}`, detail: "" },
      run: (signal) => this.#search(args, signal),
    }));
  }

  async #search(query: Query, signal: AbortSignal): Promise<ToolResult> {
    if (query.is_regex === true && !isRegex(query.query)) {
      return failed(
        "The query is not a regular expression. Search for it as text, without is_regex.",
      );
    }
    const root = await this.#workspace.locate(".");
    const { files, isCut } = await walk(this.#workspace, root, { depth: 50, maxFiles, signal });
    const wanted = query.include === undefined ? files : files.filter(globMatcher(query.include));
    const rows: string[] = [];
    const left: Left = { isCut, large: [], isLate: false };
    let hits = 0;
    for await (const batch of this.#batches(wanted, left.large)) {
      const found = await this.#matches(query, batch, signal);
      if (!found) {
        left.isLate = true;
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
    return left.isLate && hits === 0
      ? failed("The search took longer than 2 seconds. Use a simpler query, or include.")
      : done(resultText(rows, hits, left));
  }

  /** The texts of the files, some at a time; adds the files that are too large to be read. */
  async *#batches(
    paths: readonly string[],
    large: string[],
  ): AsyncGenerator<readonly Searched[], void> {
    let batch: Searched[] = [];
    let length = 0;
    for (const path of paths) {
      const file = await this.#workspace.read(await this.#workspace.locate(path));
      if ("text" in file) {
        if (batch.length === batchFiles || length + file.text.length > batchLength) {
          yield batch;
          [batch, length] = [[], 0];
        }
        batch.push({ path, text: file.text });
        length += file.text.length;
      } else if (file.problem === "tooLarge") {
        large.push(path);
      }
    }
    if (batch.length > 0) {
      yield batch;
    }
  }

  #matches(
    { query, is_regex: isRegexQuery = false, case_sensitive: isCaseSensitive = false }: Query,
    batch: readonly Searched[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[])[] | undefined> {
    const pattern = { source: query, isRegex: isRegexQuery, isCaseSensitive };
    const texts = batch.map(({ text }) => text);
    return this.#workspace.matchLines(pattern, texts, signal);
  }
}

function isRegex(source: string): boolean {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    // The model is told.
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
      return `${file.path}${isHit.has(row) ? ":" : "-"}${row + 1}${isHit.has(row) ? ":" : "-"} ${cut}`;
    });
}

function resultText(rows: readonly string[], hits: number, left: Left): string {
  const text = hits === 0 ? "No hits." : rows.join("\n");
  const isShortened = hits >= maxHits || text.length > maxLength;
  const notices = [
    ...(isShortened ? ["there may be more hits; narrow the query or use include"] : []),
    ...(left.isLate ? ["the search took too long: later files were not searched"] : []),
    ...(left.isCut
      ? ["the workspace has more files than are searched at once: use include, or look in a folder"]
      : []),
    ...(left.large.length > 0 ? [`too large, not searched: ${namesOf(left.large)}`] : []),
  ];
  return [text.slice(0, maxLength), ...notices.map(notice)].join("\n");
}

function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, maxNames).join(", ");
  return paths.length > maxNames ? `${shown} and ${paths.length - maxNames} more` : shown;
}
