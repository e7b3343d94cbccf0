/**
 * Imports 20,000 products into the sandbox. Rows per second and memory of a whole import (each row
 * checked, compared, noted on the disk before and after it is sent) against a loop of `fetch` at
 * the same concurrency; then with refusals (429) and a pause; then with a crash halfway that
 * another process resumes. Every row must be written exactly once, except the few in flight at the
 * crash. `import.bench.ts [rows]`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as z from "zod/mini";

import { concurrency, readPortal, tokenOf } from "./import/portal.ts";

const rows = Number(process.argv[2] ?? 20_000);
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

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, "import", program), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
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

const sandbox = start("sandbox.ts", []);
const portalText = (await firstLine(sandbox)).trim();
const portal = readPortal(portalText);

interface RunOptions {
  readonly prefix: string;
  /** Kill the process without warning after this many rows. */
  readonly killAt?: number;
}

async function measure(
  kind: "loop" | "import" | "trouble",
  { prefix, killAt = Infinity }: RunOptions,
): Promise<Run> {
  const child = start("run.ts", [kind, String(rows), prefix, folder, portalText]);
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
async function written(prefix: string): Promise<number> {
  const bearer = await tokenOf(portal);
  const list = await fetch(
    `${portal.url}/portal-seller/produtos/buscar?codigoPessoaSeller=${portal.codigoSeller}`,
    { headers: { authorization: `Bearer ${bearer}` } },
  );
  const products = listSchema.parse(await list.json());
  return products.filter(({ codigoProdutoSeller: code }) => code.startsWith(`${prefix}-`)).length;
}

const table: Record<string, string | number>[] = [];
let loop: Run | undefined;

async function add(what: string, run: Run, prefix: string): Promise<void> {
  loop ??= run;
  const has = await written(prefix);
  if (has !== rows) {
    throw new Error(`${what}: ${has} of ${rows} rows were written`);
  }
  table.push({
    run: what,
    "rows/s": Math.round(rows / run.seconds),
    "÷ loop": Number((loop.seconds / run.seconds).toFixed(2)),
    "peak MB": run.peakMb,
    "MB over idle": run.peakMb - run.idleMb,
    "MB ÷ loop": Number((run.peakMb / loop.peakMb).toFixed(2)),
    "check s": run.checkS === undefined ? "" : Number(run.checkS.toFixed(2)),
    "journal read s": run.journalS === undefined ? "" : Number(run.journalS.toFixed(2)),
  });
}

try {
  await add("loop of fetch", await measure("loop", { prefix: "loop" }), "loop");
  await add("import", await measure("import", { prefix: "import" }), "import");
  await add("import, 429s, paused", await measure("trouble", { prefix: "trouble" }), "trouble");
  const first = await measure("import", { prefix: "crash", killAt: rows / 2 });
  const second = await measure("import", { prefix: "crash" });
  const both = { ...second, seconds: first.seconds + second.seconds };
  await add("import, killed halfway", both, "crash");
  console.log(`${rows} rows, ${concurrency} at a time`);
  console.log(`written but not noted at the crash, and not sent again: ${second.unchanged}`);
  console.table(table);
} finally {
  sandbox.kill();
  rmSync(folder, { recursive: true, force: true });
}
