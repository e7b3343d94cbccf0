/**
 * The hub with all governance on, against a bare proxy, Portkey's gateway (no governance) and no
 * gateway: requests per second, added time, time to a stream's first byte, memory with many
 * streams. Interleaved; best of several rounds. Needs `npm run build`; installs Portkey into the
 * user's cache.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { endPrograms, type Hub, program, startHub, startPortkey } from "./hub/candidates.ts";
import { holdStreams, sequence, type Target, throughput } from "./hub/load.ts";

const root = new URL("../", import.meta.url).pathname;
const rounds = 3;
const roundMs = 4_000;
const connections = 16;
const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));

try {
  await main();
} finally {
  endPrograms();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const upstream = await program([join(root, "bench/hub/upstream.ts")]);
  const proxy = await program([join(root, "bench/hub/bareProxy.ts"), upstream.line]);
  const hub = await startHub(upstream.line, folder);
  const targets: Readonly<Record<string, Target>> = {
    direct: targetOf(upstream.line),
    "bare proxy": targetOf(proxy.line),
    "ours, all governance": hub.target,
    Portkey: await startPortkey(upstream.line),
  };
  await requestsPerSecond(targets);
  await times(targets);
  await memory(hub);
}

function targetOf(base: string): Target {
  return { url: new URL("/v1/chat/completions", base), headers: {}, model: "bench" };
}

async function requestsPerSecond(targets: Readonly<Record<string, Target>>): Promise<void> {
  const best: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      best[name] = Math.max(best[name] ?? 0, await throughput(target, connections, roundMs));
    }
  }
  const of = (name: string): number => best[name] ?? Number.NaN;
  console.log(`\nJSON requests, ${connections} connections`);
  console.table(
    Object.keys(targets).map((name) => ({
      candidate: name,
      "requests/s": Math.round(of(name)),
      "÷ bare proxy": ratio(of(name), of("bare proxy")),
      "÷ Portkey": ratio(of(name), of("Portkey")),
      goal: name.startsWith("ours") ? "≥ 3 × Portkey" : "",
    })),
  );
}

async function times(targets: Readonly<Record<string, Target>>): Promise<void> {
  const whole: Record<string, number> = {};
  const firstByte: Record<string, number> = {};
  for (const [name, target] of Object.entries(targets)) {
    await sequence(target, 50, false);
    whole[name] = median((await sequence(target, 300, false)).whole);
    firstByte[name] = await streamTime(target);
  }
  const direct = whole["direct"] ?? Number.NaN;
  console.log("\nOne request after the other, p50; NaN where a candidate cannot stream this");
  console.table(
    Object.keys(targets).map((name) => ({
      candidate: name,
      "added, ms": ((whole[name] ?? Number.NaN) - direct).toFixed(2),
      "first byte of a stream, ms": (firstByte[name] ?? Number.NaN).toFixed(2),
      "÷ bare proxy": ratio(firstByte[name] ?? Number.NaN, firstByte["bare proxy"] ?? Number.NaN),
      goal: name.startsWith("ours") ? "added ≤ 2 ms" : "",
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

async function memory({ target, pid }: Hub): Promise<void> {
  const before = residentMB(pid);
  const streams = await holdStreams(target, 1_000);
  await delay(1_000);
  const during = residentMB(pid);
  streams.close();
  console.log("\nMemory of the hub's process");
  console.table([
    { streams: 0, MB: before, goal: "" },
    { streams: 1_000, MB: during, goal: "≤ 300 MB" },
  ]);
}

function residentMB(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}
