/**
 * Imports 20,000 products into the sandbox. Rows per second and memory of a whole import (each row
 * checked, compared, noted on the disk before and after it is sent) against a loop of `fetch` at
 * the same concurrency, in rounds, each at a portal of its own that has the loop's rows; once more
 * in a small heap, because V8 lets garbage lie while memory is free. Then with refusals (429) and a
 * pause; then with a crash halfway that another process resumes. Every row must be written exactly
 * once, except the few in flight at the crash. `import.bench.ts [rows] [rounds]`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as z from "zod/mini";

import { type BenchPortal, concurrency, readPortal, tokenOf } from "./import/portal.ts";

const rows = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 3);
/** Little more than what lives in the import, so that the peak shows what it needs. */
const smallHeap = ["--max-semi-space-size=2", "--max-old-space-size=96"];
const folder = mkdtempSync(join(tmpdir(), "ai-hub-import-bench-"));

const runSchema = z.object({
  seconds: z.number(),
  peakMb: z.number(),
  idleMb: z.number(),
  unchanged: z.optional(z.number()),
  checkS: z.optional(z.number()),
  journalS: z.optional(z.number()),
});

type Run = Readonly<z.infer<typeof runSchema>>;

function start(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): ChildProcess {
  const path = join(import.meta.dirname, "import", program);
  return spawn(process.execPath, [...flags, path, ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const data of child.stdout ?? []) {
    text += String(data);
    if (text.includes("\n")) {
      break;
    }
  }
  return text;
}

interface Sandbox extends Disposable {
  readonly portal: BenchPortal;
  readonly text: string;
}

async function startSandbox(): Promise<Sandbox> {
  const child = start("sandbox.ts", []);
  const text = (await firstLine(child)).trim();
  return { portal: readPortal(text), text, [Symbol.dispose]: () => child.kill() };
}

interface RunOptions {
  readonly sandbox: Sandbox;
  readonly prefix: string;
  /** For Node. */
  readonly flags?: readonly string[];
  /** Kill the process without warning after this many rows. */
  readonly killAt?: number;
}

async function measure(
  kind: "loop" | "import" | "trouble",
  { sandbox, prefix, flags, killAt = Infinity }: RunOptions,
): Promise<Run> {
  const child = start("run.ts", [kind, String(rows), prefix, folder, sandbox.text], flags);
  let errors = "";
  child.stderr?.on("data", (data: Buffer) => {
    errors = data.toString();
    if (Number(errors.trim().split("\n").at(-1)) >= killAt) {
      child.kill("SIGKILL");
    }
  });
  const begun = performance.now();
  const line = await firstLine(child);
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, "close");
  }
  if (line === "" && killAt === Infinity) {
    throw new Error(errors);
  }
  return line === ""
    ? { seconds: (performance.now() - begun) / 1_000, peakMb: 0, idleMb: 0 }
    : runSchema.parse(JSON.parse(line));
}

const listSchema = z.array(z.object({ codigoProdutoSeller: z.string() }));

/** Number of a run's products in the portal. */
async function written({ portal }: Sandbox, prefix: string): Promise<number> {
  const bearer = await tokenOf(portal);
  const list = await fetch(
    `${portal.url}/portal-seller/produtos/buscar?codigoPessoaSeller=${portal.codigoSeller}`,
    { headers: { authorization: `Bearer ${bearer}` } },
  );
  const products = listSchema.parse(await list.json());
  return products.filter(({ codigoProdutoSeller: code }) => code.startsWith(`${prefix}-`)).length;
}

async function checkAllWritten(sandbox: Sandbox, prefix: string): Promise<void> {
  const has = await written(sandbox, prefix);
  if (has !== rows) {
    throw new Error(`${prefix}: ${has} of ${rows} rows were written`);
  }
}

type Figures = Readonly<Record<string, string | number>>;

function rounded(value = NaN): number | string {
  return Number.isNaN(value) ? "" : Number(value.toFixed(2));
}

/** The medians of some runs. */
function figuresOf(run: string, runs: readonly Run[]): Figures {
  const median = (valueOf: (one: Run) => number | undefined): number | undefined =>
    runs
      .flatMap((one) => valueOf(one) ?? [])
      .toSorted((one, other) => one - other)
      .at(Math.floor(runs.length / 2));
  return {
    run,
    "rows/s": Math.round(rows / (median(({ seconds }) => seconds) ?? NaN)),
    "peak MB": median(({ peakMb }) => peakMb) ?? "",
    "MB over idle": median(({ peakMb, idleMb }) => peakMb - idleMb) ?? "",
    "check s": rounded(median(({ checkS }) => checkS)),
    "journal read s": rounded(median(({ journalS }) => journalS)),
  };
}

/** The loop and the import beside each other, in rounds; each run is printed as it ends. */
async function compare(what: string, flags: readonly string[]): Promise<readonly Figures[]> {
  const runs: Record<"loop" | "import", Run[]> = { loop: [], import: [] };
  for (let round = 0; round < rounds; round += 1) {
    using sandbox = await startSandbox();
    for (const kind of ["loop", "import"] as const) {
      const prefix = `${kind}-${flags.length}-${round}`;
      const run = await measure(kind, { sandbox, prefix, flags });
      runs[kind].push(run);
      console.log(`${kind}${what}: ${run.peakMb - run.idleMb} MB over idle`);
      await checkAllWritten(sandbox, prefix);
    }
  }
  return [figuresOf(`loop of fetch${what}`, runs.loop), figuresOf(`import${what}`, runs.import)];
}

async function inTrouble(): Promise<readonly Figures[]> {
  using sandbox = await startSandbox();
  const trouble = await measure("trouble", { sandbox, prefix: "trouble" });
  await checkAllWritten(sandbox, "trouble");
  const first = await measure("import", { sandbox, prefix: "crash", killAt: rows / 2 });
  const second = await measure("import", { sandbox, prefix: "crash" });
  await checkAllWritten(sandbox, "crash");
  console.log(`written but not noted at the crash, and not sent again: ${second.unchanged}`);
  return [
    figuresOf("import, 429s, paused", [trouble]),
    figuresOf("import, killed halfway", [{ ...second, seconds: first.seconds + second.seconds }]),
  ];
}

try {
  console.log(`${rows} rows, ${concurrency} at a time, medians of ${rounds}`);
  console.table([
    ...(await compare("", [])),
    ...(await compare(", small heap", smallHeap)),
    ...(await inTrouble()),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
