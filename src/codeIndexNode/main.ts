import { closeSync, createReadStream, fstatSync, openSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";

import * as z from "zod";

import { version } from "../../package.json";
import { FolderIndex } from "../codeIndex/folderIndex.ts";
import { parseJson } from "../shared/base/json.ts";
import { readPersonExcludesWith } from "../shared/guarded/personExcludes.ts";
import { fixedSetting, holdExclusions, policyRefusal } from "../shared/hubApi/machinePolicy.ts";
import { readFlags, UsageError } from "../sharedNode/flags.ts";
import { readOuterExcludes, readPersonExcludes } from "../sharedNode/gitExcludes.ts";
import { readMachinePolicy } from "../sharedNode/machinePolicy.ts";
import { nodePlace } from "./nodePlace.ts";

const helpText = `Finds the lines of a folder that answer a question, with the index of the extension.

  node search.mjs --folder <dir> --json [flags] ["<query>"]

  --folder <dir>      what is searched
  --queries <file>    one {"query": "…"} a line, besides or instead of the query
  --limit <n>         results a query (10)
  --data <dir>        keeps the index there
  --history           reads the history of Git, too
  --json              one line of JSON for the index, then one for each query
  --help

Exit codes: 0 done, 1 failed, 2 usage.
`;

const maxLimit = 100;
const querySchema = z.object({ query: z.string().min(1).max(10_000) });

class RefusedError extends Error {}

async function main(args: readonly string[]): Promise<void> {
  try {
    await run(args);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = isUsage
      ? `${error.message}\n\n${helpText}`
      : error instanceof RefusedError
        ? error.message
        : `The search failed${causeOf(error)}.`;
    process.stderr.write(`${message}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** The system's code, such as ` (EACCES)`. */
function causeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? ` (${error.code})`
    : "";
}

async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options === "help") {
    process.stdout.write(helpText);
    return;
  }
  readPersonExcludesWith(readPersonExcludes, readOuterExcludes);
  const rules = readMachinePolicy();
  holdExclusions(rules);
  const refusal = policyRefusal(rules, version);
  if (refusal !== undefined) {
    throw new RefusedError(refusal);
  }
  if (fixedSetting(rules, "aiHub.index.enabled") === false) {
    throw new RefusedError("Your organisation has turned the code index off.");
  }
  const [maxFiles, exclude] = [
    fixedSetting(rules, "aiHub.index.maxFiles"),
    fixedSetting(rules, "aiHub.index.exclude"),
  ];
  const started = performance.now();
  const place = nodePlace({
    folder: options.folder,
    data: options.data,
    usesHistory: options.usesHistory,
    environment: process.env,
    now: () => Date.now(),
    ...(typeof maxFiles === "number" && { maxFiles }),
    ...(Array.isArray(exclude) && { exclude: exclude.map(String) }),
  });
  const index = await FolderIndex.open(place);
  try {
    const { files, refusedRules } = await index.refresh(new AbortController().signal);
    await index.write();
    const ms = round(performance.now() - started);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const heapMb = round((heapUsed + arrayBuffers) / 2 ** 20);
    const bytesOnDisk = await index.bytesOnDisk();
    print({ indexed: { files, refusedRules, ms, heapMb, bytesOnDisk } });
    for await (const query of options.queries) {
      const asked = performance.now();
      const { hits, isPartial } = await index.search({ query, limit: options.limit });
      const results = hits.map(({ path, startLine, endLine, score }) => ({
        path,
        startLine,
        endLine,
        score,
      }));
      print({ query, results, isPartial, ms: round(performance.now() - asked) });
    }
  } finally {
    await index.close();
  }
}

interface ProgramOptions {
  readonly folder: string;
  readonly data: string | undefined;
  readonly limit: number;
  readonly usesHistory: boolean;
  readonly queries: AsyncIterable<string>;
}

function readOptions(args: readonly string[]): ProgramOptions | "help" {
  const { values, positionals } = readFlags(args, options, true);
  if (values.help) {
    return "help";
  }
  if (values.folder === undefined || !values.json) {
    throw new UsageError("--folder and --json are needed.");
  }
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw new UsageError(`--limit is a number from 1 to ${maxLimit}.`);
  }
  const folder = resolve(values.folder);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`There is no folder ${folder}.`);
  }
  return {
    folder,
    data: values.data === undefined ? undefined : resolve(values.data),
    limit,
    usesHistory: values.history,
    queries: queriesOf(positionals, values.queries),
  };
}

const options = {
  folder: { type: "string" },
  queries: { type: "string" },
  limit: { type: "string", default: "10" },
  data: { type: "string" },
  history: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

function queriesOf(texts: readonly string[], file: string | undefined): AsyncIterable<string> {
  const first = texts.length === 0 ? [] : [queryIn({ query: texts.join(" ") }, "The query")];
  return allQueries(first, file === undefined ? undefined : openQueries(file));
}

async function* allQueries(
  first: readonly string[],
  file: number | undefined,
): AsyncGenerator<string, void> {
  yield* first;
  if (file === undefined) {
    return;
  }
  let number = 0;
  for await (const line of createInterface({ input: createReadStream("", { fd: file }) })) {
    number += 1;
    if (line.trim() !== "") {
      yield queryIn(parseJson(line), `Line ${number} of the queries`);
    }
  }
}

/** Opened before the folder is read, so that a wrong name is known at once. */
function openQueries(file: string): number {
  try {
    const opened = openSync(file, "r");
    if (!fstatSync(opened).isDirectory()) {
      return opened;
    }
    closeSync(opened);
  } catch {
    // The sentence below is for this, too.
  }
  throw new UsageError(`The queries in ${file} cannot be read.`);
}

function queryIn(value: unknown, name: string): string {
  const parsed = querySchema.safeParse(value);
  if (!parsed.success) {
    throw new UsageError(`${name} is not {"query": "…"} with 1 to 10,000 characters.`);
  }
  return parsed.data.query;
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

await main(process.argv.slice(2));
