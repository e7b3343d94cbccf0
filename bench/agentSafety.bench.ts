/**
 * What an agent's commands and long runs cost the editor's process, on real processes and files: random stops, an output
 * of 100 MB, the reader that proves commands plain, and the heap of a run whose 200 steps each read 48 KB. The times depend
 * on what else the machine does; the load is printed beside them.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { readPlainScript } from "../src/agent/command/plainCommands.ts";
import { AgentRun } from "../src/agent/run/agentRun.ts";
import { FileLedger } from "../src/agent/tools/base/fileLedger.ts";
import { fileTools } from "../src/agent/tools/fileTools.ts";
import { CommandProcess } from "../src/agentNode/commands/commandProcess.ts";
import { NodeWorkspace } from "../src/agentNode/files/nodeWorkspace.ts";
import { commandEnvironment } from "../src/agentNode/processes/commandEnvironment.ts";
import { signalTree } from "../src/agentNode/processes/processTree.ts";
import { findShell } from "../src/agentNode/processes/shell.ts";
import type { StreamEvent } from "../src/hub/wire/chatTypes.ts";

const stops = 200;
const lanes = 4;
const outputBytes = 104_857_600;
const readSteps = 200;
const mb = 1_048_576;

setFlagsFromString("--expose-gc");
const gc: unknown = runInNewContext("gc");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-bench-")));
const shell = findShell(process.env["PATH"] ?? "");

function collect(): void {
  if (typeof gc === "function") {
    Reflect.apply(gc, undefined, []);
  }
}

/** Collects until what closed files and streams held is free, too. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    collect();
    await wait(20);
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function start(script: string, name: string): CommandProcess {
  if (!shell) {
    throw new Error("There is no shell.");
  }
  const mark = `bench-${process.pid}.${name}`;
  return new CommandProcess({
    shell,
    script,
    folder,
    mark,
    environment: commandEnvironment(process.env, { mark, allowed: [] }),
    outputFile: join(folder, `output-${name}`),
    timeoutMs: 600_000,
  });
}

/** Commands that end by themselves, by TERM, only by KILL, that leave their group, that print without an end. */
const scripts = [
  "sleep 300",
  "sleep 300 & sleep 300 | cat",
  "trap '' TERM; while :; do sleep 1; done",
  "setsid sleep 300 & sleep 300",
  "yes 0123456789",
  "for i in 1 2 3; do (sleep 300 &) ; done; sleep 300",
  "true",
];

/** Milliseconds from each stop until nothing of the command is left, and those that end by TERM apart. */
async function measureStops() {
  const gone: number[] = [];
  const willing: number[] = [];
  let next = 0;
  const stopSome = async (): Promise<void> => {
    while (next < stops) {
      const index = next;
      next += 1;
      const script = scripts[index % scripts.length] ?? "";
      const command = start(script, String(index));
      await wait(Math.random() * 60);
      const began = performance.now();
      await command.stop();
      await command.ended;
      const took = performance.now() - began;
      gone.push(took);
      if (!script.startsWith("trap")) {
        willing.push(took);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, stopSome));
  const isLeft = await signalTree({ leader: undefined, mark: `bench-${process.pid}` }, "check");
  return { isLeft, slowest: Math.max(...gone), median: percentile(willing, 0.5) };
}

/** An output of 100 MB, with something done at each millisecond meanwhile. Milliseconds that it took. */
async function printMuch(name: string, tick: () => void): Promise<number> {
  const line = "a line of sixty characters, as a test or a build prints it....";
  const command = start(`yes '${line}' | head -c ${outputBytes}`, name);
  const timer = setInterval(tick, 1);
  const began = performance.now();
  await command.ended;
  clearInterval(timer);
  if (command.bytes !== outputBytes) {
    throw new Error(`${command.bytes} bytes came`);
  }
  return performance.now() - began;
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / mb;
}

/**
 * What an output of 100 MB holds in memory, collected at each look, and what is there between two collections of the
 * engine's own; and how long this process cannot do anything else.
 */
async function measureOutput() {
  await settle();
  const before = used();
  let [held, uncollected, looks] = [0, 0, 0];
  await printMuch("memory", () => {
    looks += 1;
    if (looks % 10 === 0) {
      collect();
      held = Math.max(held, used() - before);
    }
  });
  const delays: number[] = [];
  let last = performance.now();
  const took = await printMuch("stall", () => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - 1));
    last = now;
    uncollected = Math.max(uncollected, used() - before);
  });
  return { held, uncollected, stall: percentile(delays, 0.99), took };
}

/** The slowest of hostile and usual scripts of so many characters, in milliseconds: each the best of several runs. */
function measureReader(length: number): number {
  const fill = (piece: string): string =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const texts = [
    fill("cat a.ts && "),
    fill("a"),
    fill("'"),
    fill('"'),
    fill('echo "a" | '),
    fill("\n"),
    fill(";"),
    `cat '${fill("b")}'`,
    fill("2>&1 "),
    fill("find . -name '*.ts' -o "),
    fill("\u00e9 "),
    `${fill("ls; ")}$`,
  ];
  const times = texts.map((text) => {
    const runs = Array.from({ length: 7 }, () => {
      const began = performance.now();
      readPlainScript(text);
      return performance.now() - began;
    });
    return Math.min(...runs);
  });
  return Math.max(...times);
}

async function* answer(step: number): AsyncGenerator<StreamEvent> {
  await Promise.resolve();
  if (step < readSteps) {
    const call = {
      id: `call-${step}`,
      name: "read_file",
      arguments: { path: `f${step}.txt` },
    };
    yield { kind: "toolCall", call };
    yield { kind: "finished", reason: "tool_calls" };
  } else {
    yield { kind: "textDelta", text: "Done." };
    yield { kind: "finished", reason: "stop" };
  }
}

async function readMuch(): Promise<number> {
  const workspace = await NodeWorkspace.open(folder);
  const ledger = new FileLedger();
  let [step, peak, done] = [0, 0, 0];
  const run = new AgentRun(
    {
      task: "Read",
      root: folder,
      platform: "linux",
      instructions: undefined,
      model: "bench",
      mode: "agent",
      maxSteps: readSteps + 10,
      maxCost: undefined,
      signal: new AbortController().signal,
    },
    {
      approve: () => Promise.resolve("nobody"),
      standing: () => ({ level: "edits", mode: "agent" }),
      ledger,
      workspace,
      sensitive: { mode: () => "off", scan: () => [] },
      tools: fileTools(workspace, ledger, { usesPatches: false }),
      streamChat: () => {
        step += 1;
        return answer(step - 1);
      },
      newId: () => crypto.randomUUID(),
    },
  );
  for await (const event of run.events()) {
    if (event.type === "result" && event.state === "done") {
      done += 1;
      if (done % 50 === 0) {
        collect();
        peak = Math.max(peak, process.memoryUsage().heapUsed);
      }
    }
  }
  if (done !== readSteps) {
    throw new Error(`${done} of ${readSteps} files were read`);
  }
  return peak;
}

async function measureHeap() {
  const line = "x".repeat(95);
  for (let index = 0; index < readSteps; index += 1) {
    const lines = Array.from({ length: 470 }, (_, row) => `${index}.${row} ${line}`.slice(0, 96));
    writeFileSync(join(folder, `f${index}.txt`), `${lines.join("\n")}\n`);
  }
  // Once before: what is compiled and kept for all runs is not this one's.
  await readMuch();
  await settle();
  const before = process.memoryUsage().heapUsed;
  const peak = await readMuch();
  await settle();
  const after = process.memoryUsage().heapUsed;
  return { grown: (peak - before) / mb, back: after / before };
}

try {
  const stopped = await measureStops();
  const output = await measureOutput();
  measureReader(8_192);
  const [half, whole] = [measureReader(32_768), measureReader(65_536)];
  const heap = await measureHeap();
  console.log(
    `load ${loadavg()[0]?.toFixed(1)}; a stop of what obeys TERM: median ${stopped.median.toFixed(0)} ms`,
  );
  console.log(
    `100 MB came in ${output.took.toFixed(0)} ms; with what the engine has not collected yet ${output.uncollected.toFixed(1)} MB\n`,
  );
  const rows = [
    [`processes left after ${stops} random stops`, stopped.isLeft ? 1 : 0, 0],
    ["slowest stop until nothing is left, ms", stopped.slowest, 3_000],
    ["100 MB of output: memory held, MB", output.held, 20],
    ["100 MB of output: stall p99, ms", output.stall, 20],
    ["plain reader, 64 KB, slowest, ms", whole, 20],
    ["plain reader, 64 KB over 32 KB", whole / half, 3],
    [`heap of ${readSteps} steps of 48 KB, MB`, heap.grown, 40],
    ["heap after the run over before", heap.back, 1.1],
  ] as const;
  console.log(`${"".padEnd(42)}measured     limit`);
  for (const [name, value, limit] of rows) {
    const mark = value <= limit ? "" : "  TOO MUCH";
    console.log(
      `${name.padEnd(42)}${value.toFixed(2).padStart(8)}${String(limit).padStart(10)}${mark}`,
    );
  }
  process.exitCode = rows.every(([, value, limit]) => value <= limit) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
