/**
 * Our agent beside Claude Code and opencode: each plays the same scripted conversations on the same hub, in turn. What is
 * measured is theirs alone: the time from the last byte of an answer to the next request, its tools included, the bytes
 * they send, and how much of a request the next one keeps, which model servers need not read again. Needs `npm run
 * build`; installs the peers into the user's cache.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import * as z from "zod/mini";

import { type Candidate, claudeCode, makeWorkspace, opencode, ours } from "./agents/candidates.ts";
import { changingTask, type PeerTask, readingTask } from "./agents/trajectories.ts";
import { type WatchedRequest, WatchedHub } from "./agents/watchedHub.ts";
import { endPrograms, program } from "./hub/candidates.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const rounds = 3;
const lineSchema = z.object({ url: z.string(), token: z.string() });
const home = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-bench-")));
const trajectories = join(home, "trajectories");

/** What one candidate did, over all rounds. */
interface Played {
  readonly name: string;
  readonly waits: number[];
  readonly first: number[];
  readonly bytes: number[];
  kept: number;
  pairs: number;
}

interface Bench {
  readonly hub: WatchedHub;
  readonly url: string;
  readonly token: string;
}

async function main(): Promise<void> {
  mkdirSync(trajectories);
  const flags = ["--json", "--port=0", "--lab", "--demo-speed=0"];
  const { line } = await program([
    join(root, "dist/hub.mjs"),
    ...flags,
    `--data=${join(home, "data")}`,
    `--play=${trajectories}`,
  ]);
  const { url, token } = lineSchema.parse(JSON.parse(line));
  const hub = new WatchedHub(url);
  const bench: Bench = { hub, url: await hub.listen(), token };
  const candidates = [ours, claudeCode(), opencode()];
  console.log(`load when it began: ${loadavg()[0]?.toFixed(1)}`);
  await table("50 reads, one a step", readingTask, { bench, candidates });
  await table("12 × read, edit, command", changingTask, { bench, candidates });
  hub.close();
}

async function table(
  title: string,
  taskIn: (folder: string) => PeerTask,
  { bench, candidates }: { readonly bench: Bench; readonly candidates: readonly Candidate[] },
): Promise<void> {
  const all = candidates.map(({ name }): Played => {
    return { name, waits: [], first: [], bytes: [], kept: 0, pairs: 0 };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, candidate] of candidates.entries()) {
      const played = all[index];
      if (played) {
        add(played, await playOnce(candidate, taskIn, bench));
      }
    }
  }
  const peers = all.slice(1);
  const best = (of: (played: Played) => number): number => Math.min(...peers.map(of));
  console.log(`\n${title}`);
  console.table(
    all.map((one) => ({
      agent: one.name,
      "first request, KB": (median(one.first) / 1_000).toFixed(1),
      "all requests, MB": (median(one.bytes) / 1e6).toFixed(2),
      "÷ better peer": (median(one.bytes) / best((peer) => median(peer.bytes))).toFixed(2),
      "to next request p50, ms": median(one.waits).toFixed(1),
      "p95, ms": quantile(one.waits, 0.95).toFixed(1),
      "p50 ÷ better peer": (median(one.waits) / best((peer) => median(peer.waits))).toFixed(2),
      "whole in the next": `${one.kept} of ${one.pairs}`,
    })),
  );
}

async function playOnce(
  candidate: Candidate,
  taskIn: (folder: string) => PeerTask,
  { hub, url, token }: Bench,
): Promise<readonly WatchedRequest[]> {
  const place = mkdtempSync(join(home, "run-"));
  const folder = join(place, "workspace");
  const { files, trajectory } = taskIn(folder);
  makeWorkspace(folder, files);
  mkdirSync(join(place, "home"));
  writeFileSync(join(trajectories, "bench.json"), JSON.stringify(trajectory));
  hub.take();
  const printed = await candidate.play("play:bench", {
    hub: url,
    token,
    folder,
    home: join(place, "home"),
  });
  const requests = hub.take();
  if (requests.length < trajectory.steps.length - 1 || printed.includes("TRAJECTORY FAILED")) {
    throw new Error(`${candidate.name} stopped after ${requests.length} requests:\n${printed}`);
  }
  return requests;
}

function add(played: Played, requests: readonly WatchedRequest[]): void {
  played.first.push(requests[0]?.bytes ?? 0);
  played.bytes.push(requests.reduce((sum, { bytes }) => sum + bytes, 0));
  for (const [index, request] of requests.entries()) {
    const next = requests[index + 1];
    if (next) {
      played.waits.push(next.begunAt - request.answeredAt);
      played.pairs += 1;
      played.kept += request.parts.every((part, place) => next.parts[place] === part) ? 1 : 0;
    }
  }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

try {
  await main();
} finally {
  endPrograms();
  rmSync(home, { recursive: true, force: true });
}
