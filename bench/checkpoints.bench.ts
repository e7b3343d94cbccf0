/**
 * What checkpoints cost: an edit beside the same synced write without one, a command in a repository of 10,000 files,
 * the first and later ones, and the disk that remains for what was changed. The disk decides, so the
 * edit is the difference of the medians of two writes in turn; of later commands the best of several counts, since other
 * work on the machine adds to them.
 */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { WatchedCommand } from "../src/agent/checkpoints/checkpoints.ts";
import {
  type CheckpointStore,
  openCheckpoints,
} from "../src/agentNode/checkpoints/checkpointStore.ts";
import type { CommandSnapshots } from "../src/agentNode/checkpoints/commandSnapshots.ts";
import { NodeWorkspace } from "../src/agentNode/files/nodeWorkspace.ts";

const edits = 100;
const commands = 15;
const files = 10_000;
const limits = { editMs: 5, warmMs: 150, firstMs: 2_000, diskRatio: 1.2 };

const home = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-bench-")));
const root = join(home, "workspace");

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function sourceText(number: number): string {
  return `export const value${number} = ${number};\n`.repeat(40 + (number % 80));
}

function git(...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...who, ...args], { cwd: root, stdio: "ignore" });
}

function makeRepository(): void {
  for (let index = 0; index < files; index += 1) {
    const folder = join(root, `src/part${index % 100}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file${index}.ts`), sourceText(index));
  }
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  // As in a day's work: some files are edited, some are new.
  for (let index = 0; index < 40; index += 1) {
    writeFileSync(
      join(root, `src/part${index}/file${index}.ts`),
      `${sourceText(index)}// edited\n`,
    );
    writeFileSync(join(root, `src/part${index}/new${index}.ts`), sourceText(index));
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

interface Opened extends CheckpointStore {
  readonly folder: string;
  readonly watch: CommandSnapshots;
}

async function open(name: string): Promise<Opened> {
  const folder = join(home, name);
  const store = await openCheckpoints(folder, Date.now);
  const watch = store.watchCommands({ roots: [root], home, path: process.env["PATH"] ?? "" });
  await store.journal.begin("bench");
  return { ...store, folder, watch };
}

/** Milliseconds of a write with a checkpoint, and of one without. */
async function measureEdits(): Promise<{ readonly kept: number; readonly plain: number }> {
  const { journal } = await open("edits");
  const workspace = await NodeWorkspace.open(root);
  const write = async (index: number, text: string, isKept: boolean): Promise<void> => {
    const path = await workspace.locate(`src/part${index % 100}/file${index}.ts`);
    const now = await workspace.read(path);
    if (isKept) {
      await journal.before([path.real]);
    }
    await workspace.write(path, text, "hash" in now ? now.hash : undefined);
    if (isKept) {
      await journal.after([path.real]);
    }
  };
  const kept: number[] = [];
  const plain: number[] = [];
  for (let index = 0; index < edits; index += 1) {
    const number = 5_000 + index * 7;
    plain.push(await timed(() => write(number, `${sourceText(number)}// one\n`, false)));
    kept.push(await timed(() => write(number, `${sourceText(number)}// two\n`, true)));
  }
  return { kept: median(kept), plain: median(plain) };
}

/** Milliseconds that watching adds to the first command and to later ones, and bytes kept for bytes changed. */
async function measureCommands() {
  const { watch, journal, folder } = await open("commands");
  const times: number[] = [];
  let changed = 0;
  for (let round = 0; round <= commands; round += 1) {
    let watched: WatchedCommand | undefined;
    const before = await timed(async () => {
      watched = await watch.begin();
    });
    const paths = Array.from({ length: 5 }, (_, index) => {
      const number = 100 + round * 50 + index;
      return join(root, `src/part${number % 100}/file${number}.ts`);
    });
    for (const path of paths) {
      changed += statSync(path).size;
      writeFileSync(path, `// by the command ${round}\n`);
    }
    times.push(before + (await timed(async () => watched?.end())));
  }
  const peak = bytesIn(folder);
  await watch.close();
  const [first = 0, ...warm] = times;
  const kept = bytesIn(join(folder, "contents"));
  if (journal.openCommands.length > 0) {
    throw new Error("a command was not noted");
  }
  return {
    first,
    warm: Math.min(...warm),
    warmMedian: median(warm),
    ratio: kept / changed,
    peak,
    log: bytesIn(folder) - kept,
  };
}

try {
  makeRepository();
  const edit = await measureEdits();
  const status: number[] = [];
  for (let round = 0; round < commands; round += 1) {
    status.push(await timed(() => Promise.resolve(git("status", "--short"))));
  }
  const command = await measureCommands();
  const rows = [
    ["edit over the write, ms", edit.kept - edit.plain, limits.editMs],
    ["first command, 10,000 files, ms", command.first, limits.firstMs],
    ["later command, 10,000 files, ms", command.warm, limits.warmMs],
    ["contents kept / bytes changed", command.ratio, limits.diskRatio],
  ] as const;
  console.log(
    `write without a checkpoint ${edit.plain.toFixed(2)} ms, with ${edit.kept.toFixed(2)} ms`,
  );
  // How busy the machine is: 10,000 files take Git about 15 ms on an idle one.
  console.log(`git status in the same repository ${median(status).toFixed(1)} ms`);
  console.log(
    `later commands: best ${command.warm.toFixed(0)} ms, median ${command.warmMedian.toFixed(0)} ms`,
  );
  console.log(
    `log ${(command.log / 1_024).toFixed(0)} KB; while the run lives ${(command.peak / 1_024).toFixed(0)} KB\n`,
  );
  console.log(`${"".padEnd(36)}measured     limit`);
  for (const [name, value, limit] of rows) {
    const mark = value <= limit ? "" : "  TOO MUCH";
    console.log(
      `${name.padEnd(36)}${value.toFixed(2).padStart(8)}${String(limit).padStart(10)}${mark}`,
    );
  }
  process.exitCode = rows.every(([, value, limit]) => value <= limit) ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
