import { closeSync, openSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { localHubEnvironment } from "../src/shared/hubApi/localHub.ts";
import { hubProgram } from "./paths.ts";
import { ProcessGroup } from "./processGroup.ts";

/** The line that `hub.mjs --lab --json` prints once it listens. */
const announcementSchema = z.object({
  url: z.url(),
  console: z.url(),
  token: z.string(),
  adminToken: z.optional(z.string()),
});

type LabHubAnnouncement = z.infer<typeof announcementSchema>;

export interface LabHubOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** File for the hub's log. */
  readonly log: string;
  /** Additional flags. */
  readonly args?: readonly string[];
  /** Added to the variables of our environment that a hub needs. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface LabHub extends LabHubAnnouncement {
  readonly process: ProcessGroup;
}

const startTimeoutMs = 30_000;

/** Starts the built hub with demonstration data; resolves once it listens, rejects with its log. */
export async function startLabHub(options: LabHubOptions): Promise<LabHub> {
  const { port = 0, log, args = [], env } = options;
  const report = openSync(log, "w", 0o600);
  const group = new ProcessGroup(
    process.execPath,
    [hubProgram, "--lab", "--json", "--port", String(port), ...args],
    { env: { ...localHubEnvironment(process.env), ...env }, stdio: ["ignore", "pipe", report] },
  );
  closeSync(report);
  const timeout = new AbortController();
  try {
    const line = await Promise.race([
      firstLine(group),
      delay(startTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    if (line === undefined) {
      throw new Error(`The hub did not start: ${readFileSync(log, "utf8").trim().slice(-2_000)}`);
    }
    return { ...announcementSchema.parse(JSON.parse(line)), process: group };
  } catch (error) {
    await group.end();
    throw error;
  } finally {
    timeout.abort();
  }
}

/** `undefined` if the program ends before it prints a line. */
async function firstLine({ child }: ProcessGroup): Promise<string | undefined> {
  const { stdout } = child;
  if (!stdout) {
    return undefined;
  }
  for await (const line of createInterface({ input: stdout })) {
    return line;
  }
  return undefined;
}
