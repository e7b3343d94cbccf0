/**
 * The hub with all governance on, against a bare proxy, Portkey's gateway (no governance) and no
 * gateway, each in one process of the same Node, which is the one that `package.json` pins: requests
 * per second and processor time a request, added time, time to a stream's first byte (also beside
 * 64 streams), processor time of a streamed event, streamed answers per second, memory with many
 * streams. Interleaved; best of several rounds. Needs `npm run build`; installs Portkey into the
 * user's cache. LiteLLM is not compared: its gateway is a Python program, which neither npm nor
 * Debian has (npm's `litellm` is a client library of somebody else).
 *
 * `npm run bench -- hub` runs all of it; `node bench/hub.bench.ts streams` one part (`requests`,
 * `times`, `beside`, `streams`, `answers`, `memory`, `workers`), with `AI_HUB_BENCH_HUB=<hub.mjs>` a
 * second build beside the first.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import * as z from "zod/mini";

import {
  type Candidate,
  endPrograms,
  portkeyVersion,
  program,
  startHub,
  startPortkey,
} from "./hub/candidates.ts";
import { holdStreams, sequence, type Target, throughput } from "./hub/load.ts";
import { childrenOf, processorUs } from "./hub/processorTime.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const rounds = 3;
const roundMs = 3_000;
const loads = [
  { connections: 64, goal: "≥ 1.5 × Portkey" },
  { connections: 16, goal: "≥ 1.2 × Portkey" },
  { connections: 1, goal: "≥ 0.8 × Portkey" },
];
const pacedStreams = 32;
const workerCount = 3;
const busyStreams = 64;
const answerConnections = 16;
const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));

const manifestSchema = z.object({ devDependencies: z.object({ node: z.string() }) });

type Candidates = Readonly<Record<string, Candidate>>;

try {
  await main(process.argv[2]);
} finally {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
}

async function main(part: string | undefined): Promise<void> {
  checkNode();
  console.log(`Node ${process.version} for every candidate; Portkey ${portkeyVersion}`);
  const candidates = await start();
  const parts = { requests, times, beside, streams, answers, memory, workers };
  for (const [name, run] of Object.entries(parts)) {
    if (part === undefined || part === name) {
      await run(candidates);
    }
  }
}

/** Another Node makes other figures: Portkey serves three times as much on 24 as on 20. */
function checkNode(): void {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
  );
  const pinned = `v${manifest.devDependencies.node}`;
  if (process.version !== pinned) {
    throw new Error(
      `This is Node ${process.version}, and the figures are of ${pinned}: start with npm run bench.`,
    );
  }
}

async function start(): Promise<Candidates> {
  const upstream = await program([join(root, "bench/hub/upstream.ts")]);
  const proxy = await program([join(root, "bench/hub/bareProxy.ts"), upstream.line]);
  const other = process.env["AI_HUB_BENCH_HUB"];
  return {
    direct: { target: targetOf(upstream.line), pid: upstream.child.pid ?? 0 },
    "bare proxy": { target: targetOf(proxy.line), pid: proxy.child.pid ?? 0 },
    "ours, all governance": await startHub(upstream.line, join(folder, "ours")),
    ...(other !== undefined && {
      "ours, other build": await startHub(upstream.line, join(folder, "other"), { bundle: other }),
    }),
    Portkey: await startPortkey(upstream.line),
  };
}

function targetOf(base: string): Target {
  return { url: new URL("/v1/chat/completions", base), headers: {}, model: "bench" };
}

async function requests(candidates: Candidates): Promise<void> {
  for (const { connections, goal } of loads) {
    const rate: Record<string, number> = {};
    const us: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, { target, pid }] of Object.entries(candidates)) {
        const before = processorUs(pid);
        const perSecond = await throughput(target, connections, roundMs);
        const cost = (processorUs(pid) - before) / ((perSecond * roundMs) / 1_000);
        rate[name] = Math.max(rate[name] ?? 0, perSecond);
        us[name] = Math.min(us[name] ?? Infinity, cost);
      }
    }
    console.log(`\nJSON requests, connections: ${connections}`);
    console.table(
      Object.keys(candidates).map((name) => ({
        candidate: name,
        "requests/s": Math.round(of(rate, name)),
        "÷ bare proxy": ratio(of(rate, name), of(rate, "bare proxy")),
        "÷ Portkey": ratio(of(rate, name), of(rate, "Portkey")),
        "processor, µs a request": Math.round(of(us, name)),
        goal: name.startsWith("ours") ? goal : "",
      })),
    );
  }
}

async function times(candidates: Candidates): Promise<void> {
  const whole: Record<string, number> = {};
  const firstByte: Record<string, number> = {};
  for (const [name, { target }] of Object.entries(candidates)) {
    await sequence(target, 50, false);
    whole[name] = median((await sequence(target, 300, false)).whole);
    firstByte[name] = await streamTime(target);
  }
  console.log("\nOne request after the other, p50; NaN where a candidate cannot stream this");
  console.table(
    Object.keys(candidates).map((name) => ({
      candidate: name,
      "added, ms": (of(whole, name) - of(whole, "direct")).toFixed(2),
      "first byte of a stream, ms": of(firstByte, name).toFixed(2),
      "÷ bare proxy": ratio(of(firstByte, name), of(firstByte, "bare proxy")),
      goal: name.startsWith("ours") ? "added ≤ 1 ms, first byte ≤ 2 × bare proxy" : "",
    })),
  );
}

/** A stream that begins while others run, one after the other; a candidate's best round. */
async function beside(candidates: Candidates): Promise<void> {
  const ms: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { target }] of Object.entries(candidates)) {
      const held = await holdStreams(target, busyStreams, "paced");
      await delay(500);
      ms[name] = Math.min(ms[name] ?? Infinity, await streamTime(target));
      held.close();
    }
  }
  console.log(`\nFirst byte of a stream beside others, p50; others: ${busyStreams}`);
  console.table(
    Object.keys(candidates).map((name) => ({
      candidate: name,
      "first byte, ms": of(ms, name).toFixed(2),
      "÷ bare proxy": ratio(of(ms, name), of(ms, "bare proxy")),
      goal: name.startsWith("ours") ? "≤ 2 × bare proxy" : "",
    })),
  );
}

/** Median time to the first byte, in milliseconds. */
async function streamTime(target: Target): Promise<number> {
  try {
    return median((await sequence(target, 200, true)).firstByte);
  } catch {
    return Number.NaN;
  }
}

/** Streams of one event a packet; a candidate's best round, without their beginning. */
async function streams(candidates: Candidates): Promise<void> {
  const us: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { target, pid }] of Object.entries(candidates)) {
      const held = await holdStreams(target, pacedStreams, "paced");
      await delay(500);
      const before = { us: processorUs(pid), events: held.received() };
      await delay(roundMs);
      const events = held.received() - before.events;
      const cost = events === 0 ? Number.NaN : (processorUs(pid) - before.us) / events;
      us[name] = Math.min(us[name] ?? Infinity, cost);
      held.close();
    }
  }
  console.log(`\nStreamed events, streams at once: ${pacedStreams}; NaN where none came through`);
  console.table(
    Object.keys(candidates).map((name) => ({
      candidate: name,
      "processor, µs an event": of(us, name).toFixed(1),
      "÷ bare proxy": ratio(of(us, name), of(us, "bare proxy")),
      goal: name.startsWith("ours") ? "≤ 1.4 × bare proxy" : "",
    })),
  );
}

/** Whole streamed answers of 200 events, which the model server sends as fast as it can. */
async function answers(candidates: Candidates): Promise<void> {
  const rate: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { target }] of Object.entries(candidates)) {
      const perSecond = await throughput(target, answerConnections, roundMs, true).catch(
        () => Number.NaN,
      );
      rate[name] = Math.max(rate[name] ?? 0, perSecond);
    }
  }
  console.log(`\nStreamed answers of 200 events, connections: ${answerConnections}`);
  console.table(
    Object.keys(candidates).map((name) => ({
      candidate: name,
      "answers/s": Math.round(of(rate, name)),
      "÷ bare proxy": ratio(of(rate, name), of(rate, "bare proxy")),
      "÷ Portkey": ratio(of(rate, name), of(rate, "Portkey")),
    })),
  );
}

async function memory(candidates: Candidates): Promise<void> {
  const hub = candidates["ours, all governance"];
  if (!hub) {
    return;
  }
  const before = residentMB(hub.pid);
  const held = await holdStreams(hub.target, 1_000);
  await delay(1_000);
  const during = residentMB(hub.pid);
  held.close();
  console.log("\nMemory of the hub's process");
  console.table([
    { streams: 0, MB: before, goal: "" },
    { streams: 1_000, MB: during, goal: "≤ 300 MB" },
  ]);
}

/**
 * What a request costs each of the hub's processes. With as many processors as processes the
 * dearest one bounds the rate: the ledger, or a worker's share.
 */
async function workers(candidates: Candidates): Promise<void> {
  const upstream = candidates["direct"]?.target.url.origin ?? "";
  const hub = await startHub(upstream, join(folder, "workers"), { workers: workerCount });
  const portkey = candidates["Portkey"];
  const best = { ledger: Infinity, workers: Infinity, portkey: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    const before = { ledger: processorUs(hub.pid), workers: workersUs(hub.pid) };
    const count = ((await throughput(hub.target, 64, roundMs)) * roundMs) / 1_000;
    best.ledger = Math.min(best.ledger, (processorUs(hub.pid) - before.ledger) / count);
    best.workers = Math.min(best.workers, (workersUs(hub.pid) - before.workers) / count);
    if (portkey) {
      const beforeIt = processorUs(portkey.pid);
      const others = ((await throughput(portkey.target, 64, roundMs)) * roundMs) / 1_000;
      best.portkey = Math.min(best.portkey, (processorUs(portkey.pid) - beforeIt) / others);
    }
  }
  const dearest = Math.max(best.ledger, best.workers / workerCount);
  console.log(`\nA hub with ${workerCount} workers, 64 connections: processor time, µs a request`);
  console.table([
    { part: "ledger (first process)", us: Math.round(best.ledger), goal: "" },
    { part: "all workers together", us: Math.round(best.workers), goal: "" },
    { part: "the dearest process", us: Math.round(dearest), goal: "" },
    { part: "Portkey, one process", us: Math.round(best.portkey), goal: "" },
    {
      part: "Portkey ÷ the dearest: × its rate on four processors",
      us: ratio(best.portkey, dearest),
      goal: "≥ 3",
    },
  ]);
}

function workersUs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + processorUs(child), 0);
}

function residentMB(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}

function of(values: Readonly<Record<string, number>>, name: string): number {
  return values[name] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}
