import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as pause } from "node:timers/promises";

import { CodeIndex } from "../../src/codeIndex/codeIndex.ts";
import { FolderIndex } from "../../src/codeIndex/folderIndex.ts";
import { nodeFileAccess } from "../../src/codeIndexNode/nodeFileAccess.ts";
import { nodePlace } from "../../src/codeIndexNode/nodePlace.ts";
import { TrigramSearch } from "./baselines.ts";
import { corpusFile, corpusQueries } from "./corpus.ts";

const files = Number(process.env["AI_HUB_INDEX_FILES"] ?? 10_000);
const switched = 500;
/** Queries that the percentiles leave out: until then the program is compiled as it runs. */
const coldQueries = 20;
const mebibyte = 2 ** 20;
const signal = new AbortController().signal;

interface Measured {
  readonly measure: string;
  readonly ours: string;
  readonly trigrams?: string;
  readonly goal: string;
}

/** Measures building, reopening, changes and queries on a folder of generated files, beside SQLite's trigrams. */
export async function measureSpeed(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-index-bench-"));
  try {
    const texts = writeCorpus(join(folder, "code"));
    const megabytes = [...texts.values()].reduce((sum, text) => sum + text.length, 0) / 1e6;
    console.log(`Speed on ${files} generated files, ${megabytes.toFixed(0)} MB`);
    const rows = [...(await measureFolder(folder, texts)), ...(await measureSlices(texts))];
    console.table(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeCorpus(folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (let number = 0; number < files; number += 1) {
    const { path, text } = corpusFile(number);
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    texts.set(path, text);
  }
  return texts;
}

async function measureFolder(
  folder: string,
  texts: ReadonlyMap<string, string>,
): Promise<readonly Measured[]> {
  const code = join(folder, "code");
  let reads = 0;
  const plain = nodeFileAccess(code);
  const access = {
    stat: (path: string) => plain.stat(path),
    read: (path: string) => {
      reads += 1;
      return plain.read(path);
    },
  };
  const open = (): Promise<FolderIndex> =>
    FolderIndex.open(
      nodePlace({
        folder: code,
        data: join(folder, "data"),
        usesHistory: false,
        environment: process.env,
        now: () => Date.now(),
        access,
      }),
    );
  const built = await open();
  const before = processorMs();
  const build = await timed(() => builtAndKept(built));
  const buildCpu = processorMs() - before;
  await built.write();
  const disk = await built.bytesOnDisk();
  const queries = await queryTimes(corpusQueries(), (query) => built.search({ query, limit: 10 }));
  const saved = await changeOf(built, code, 1);
  const branch = await changeOf(built, code, switched);
  await built.close();
  reads = 0;
  const reopen = await timed(async () => {
    const again = await open();
    await again.refresh(signal);
    await again.close();
  });
  const readAgain = reads;
  const rival = await measureTrigrams(join(folder, "trigrams.sqlite"), texts);
  const heap = heldMemoryOf(code);
  return [
    row("build, s", [build / 1e3, rival.build / 1e3], "≤ 9, ≤ 0.8 ×"),
    row("build, s of the processor", [buildCpu / 1e3, rival.cpu / 1e3], ""),
    row("memory of the index and its process, MiB", [heap], "≤ 90"),
    row("disk, MiB", [disk / mebibyte, rival.disk / mebibyte], "≤ 25, ≤ 0.1 ×"),
    ...queryRows(queries, rival.queries),
    row("reopen, nothing changed, ms", [reopen], "≤ 500"),
    row("reopen, files read", [readAgain], "0"),
    row("one file saved → found, gathering of 300 ms included, ms", [300 + saved], "≤ 400"),
    row(`switch of ${switched} files, ms`, [branch], "≤ 2,000"),
  ];
}

async function builtAndKept(index: FolderIndex): Promise<void> {
  await index.refresh(signal);
  await index.write();
}

function row(measure: string, values: readonly number[], goal: string): Measured {
  const [ours = 0, trigrams] = values;
  return {
    measure,
    ours: ours.toFixed(1),
    ...(trigrams !== undefined && {
      trigrams: `${trigrams.toFixed(1)} (${(ours / trigrams).toFixed(3)} ×)`,
    }),
    goal,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of the processor: others may use this machine at the same time. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Milliseconds of each query, with the reading of the files that it shows. */
async function queryTimes(
  queries: readonly string[],
  ask: (query: string) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const query of queries) {
    times.push(await timed(() => ask(query)));
  }
  return times;
}

function queryRows(ours: readonly number[], rival: readonly number[]): readonly Measured[] {
  const p95 = [ours, rival].map((times) => percentile(times.slice(coldQueries), 0.95));
  const first = [ours, rival].map(([time = 0]) => time);
  return [
    row("query p95, ms", p95, "≤ 10, ≤ 0.05 ×"),
    row("the first query of all, ms", first, ""),
  ];
}

async function changeOf(index: FolderIndex, code: string, count: number): Promise<number> {
  for (let number = 0; number < count; number += 1) {
    const { path, text } = corpusFile(number);
    const full = join(code, path);
    writeFileSync(full, `${text}export const changed${count}x${number} = 1;\n`);
    const later = new Date(Date.now() + 60_000 + count);
    utimesSync(full, later, later);
  }
  return timed(async () => {
    await (count === 1 ? index.update([corpusFile(0).path], signal) : index.refresh(signal));
    const { hits } = await index.search({ query: `changed${count}x${count - 1}`, limit: 10 });
    if (hits[0]?.path !== corpusFile(count - 1).path) {
      throw new Error("The changed file was not found");
    }
  });
}

async function measureTrigrams(file: string, texts: ReadonlyMap<string, string>) {
  const start = performance.now();
  const before = processorMs();
  using search = new TrigramSearch(texts, file);
  const build = performance.now() - start;
  const cpu = processorMs() - before;
  const queries = await queryTimes(corpusQueries().slice(0, 40), (query) =>
    Promise.resolve(search.find(query)),
  );
  return { build, cpu, queries, disk: statSync(file).size };
}

/** In a process of its own, in MiB. */
function heldMemoryOf(code: string): number {
  const program = join(import.meta.dirname, "heldMemory.ts");
  const { stdout } = spawnSync(process.execPath, ["--no-warnings", "--expose-gc", program, code], {
    encoding: "utf8",
  });
  return Number(stdout) / mebibyte;
}

/** The longest slices of work, and what they leave of the event loop, while everything is built. */
async function measureSlices(texts: ReadonlyMap<string, string>): Promise<readonly Measured[]> {
  const index = new CodeIndex(() => performance.now());
  const slices: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let first: number | undefined;
  const start = performance.now();
  delay.enable();
  const work = async (): Promise<void> => {
    for (;;) {
      const from = performance.now();
      const hasMore = index.work(8);
      slices.push(performance.now() - from);
      if (first === undefined && index.stats.files > 0) {
        first = performance.now() - start;
      }
      await pause();
      if (!hasMore) {
        return;
      }
    }
  };
  for (const [path, text] of texts) {
    index.put({ path, text, size: text.length, mtimeMs: 1 });
    await work();
  }
  index.commit();
  await work();
  delay.disable();
  return [
    row("first results, ms", [first ?? Number.NaN], "≤ 2,000"),
    row("slices of 8 ms, p99, ms", [percentile(slices, 0.99)], "≤ 8"),
    row("slices of 8 ms, longest, ms", [Math.max(...slices)], ""),
    row("event loop delay p99, ms", [delay.percentile(99) / 1e6], "≤ 20"),
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
