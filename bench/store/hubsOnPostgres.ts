import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

import type { ThrowAwayPostgres } from "../../scripts/postgres.ts";
import { processorUsWithChildren } from "../hub/processorTime.ts";
import { fewTokens } from "./round.ts";
import { sampleWaits, shares, type Waits } from "./waits.ts";

const program = fileURLToPath(new URL("hubOnPostgres.ts", import.meta.url));

interface HubReport {
  readonly roundsPerSecond: number;
  readonly rounds: number;
  readonly processorMs: number;
}

/** So many hubs on one database, whose requests come from so many tokens. */
export interface Hubs {
  readonly hubs: number;
  readonly tokens: number;
}

/** One hub and more with a few hot tokens; then two with as many as an organisation has. */
const measured: readonly Hubs[] = [
  ...[1, 2, 4].map((hubs) => ({ hubs, tokens: fewTokens })),
  ...[1_000, 5_000].map((tokens) => ({ hubs: 2, tokens })),
];

export interface HubsReport {
  readonly roundsPerSecond: number;
  /** Processor time of a round in microseconds, in all hubs and in the whole database server. */
  readonly hubMicros: number;
  readonly serverMicros: number;
  readonly waits: Waits;
}

/** The hubs at once, each a process with 64 requests at once. */
async function measureHubs(
  server: ThrowAwayPostgres,
  url: string,
  { hubs, tokens }: Hubs,
): Promise<HubsReport> {
  const processes = await Promise.all(
    Array.from({ length: hubs }, async () => await HubProcess.start(url, tokens)),
  );
  const before = processorUsWithChildren(server.pid);
  const sampler = await sampleWaits(url);
  const reports = await Promise.all(processes.map((hub) => hub.measure()));
  const waits = await sampler.stop();
  const rounds = sum(reports.map((report) => report.rounds));
  return {
    roundsPerSecond: sum(reports.map(({ roundsPerSecond }) => roundsPerSecond)),
    hubMicros: (1_000 * sum(reports.map(({ processorMs }) => processorMs))) / rounds,
    serverMicros: (processorUsWithChildren(server.pid) - before) / rounds,
    waits,
  };
}

export function waitRow(
  hubs: Hubs,
  { hubMicros, serverMicros, waits }: HubsReport,
): Record<string, string | number> {
  return {
    ...hubs,
    ...shares(waits),
    "server µs": Math.round(serverMicros),
    "hub µs": Math.round(hubMicros),
    locks: [...waits.locks].map(([name, times]) => `${name} ${times}`).join(", "),
  };
}

/** The best of several rounds of each, which take turns. */
export async function bestOfHubs(
  server: ThrowAwayPostgres,
  url: string,
  rounds: number,
): Promise<ReadonlyMap<Hubs, HubsReport>> {
  const best = new Map<Hubs, HubsReport>();
  for (const hubs of Array.from({ length: rounds }, () => measured).flat()) {
    const report = await measureHubs(server, url, hubs);
    if (report.roundsPerSecond > (best.get(hubs)?.roundsPerSecond ?? 0)) {
      best.set(hubs, report);
    }
  }
  return best;
}

class HubProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string, undefined>;

  private constructor(url: string, tokens: number) {
    this.#child = spawn(process.execPath, [...process.execArgv, program, url, String(tokens)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** Resolves when its store is open. */
  static async start(url: string, tokens: number): Promise<HubProcess> {
    const hub = new HubProcess(url, tokens);
    await hub.#nextLine();
    return hub;
  }

  async measure(): Promise<HubReport> {
    this.#child.stdin.write("go\n");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hubOnPostgres.ts writes
    return JSON.parse(await this.#nextLine()) as HubReport;
  }

  async #nextLine(): Promise<string> {
    const { value } = await this.#lines.next();
    if (value === undefined) {
      throw new Error(`a hub ended with ${this.#child.exitCode}`);
    }
    return value;
  }
}

function sum(all: readonly number[]): number {
  return all.reduce((total, each) => total + each, 0);
}
